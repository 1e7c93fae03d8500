//! How the app declares its classes to GObject: what all of them say to it stands here once.

use glib::object::ObjectSubclassIs;
use gtk::subclass::prelude::*;

/// Declares a class `Name` with its fields in `imp::Name`, known to GObject and to interface files as `RfName`.
///
/// It stands for `glib::wrapper!` with the ancestors and interfaces of the parent, for `ObjectSubclass`, and for the
/// empty implementations of the ancestors' virtual functions: for all but `ObjectImpl`, the `WidgetImpl` of what
/// is nothing but a `gtk::Widget`, and the one after `overriding`. An object can have an interface of its own, after
/// `implementing`. What is set up with the class follows in braces:
///
/// - `template`: the children of the template in `#[template]` are bound, after these classes, of which it has objects,
///   have been registered;
/// - `css_name`, `accessible_role` and `layout_manager`: as in GTK;
/// - `default: new`: `Default`, an object with nothing set;
/// - `class_init`: a function that gets the class, to install actions and keys.
macro_rules! subclass {
    (
        $(#[$doc:meta])* $vis:vis struct $name:ident($imp:path): $library:ident::$parent:ident
        $(, overriding $overridden:ident)? $(, implementing $interface:path)? { $($key:ident: $value:tt),* $(,)? }
    ) => {
        $crate::subclass::subclass!(
            @$parent [$(#[$doc])* $vis struct $name(ObjectSubclass<$imp>)] $imp; [$($overridden)?] [$($interface)?]
        );

        $($crate::subclass::subclass!(@items $name $key $value);)*

        const _: () = {
            use gtk::subclass::prelude::*;
            type Imp = $imp;

            #[glib::object_subclass]
            impl ObjectSubclass for Imp {
                const NAME: &'static str = concat!("Rf", stringify!($name));
                type Type = $name;
                type ParentType = $library::$parent;
                type Interfaces = ($($interface,)?);

                fn class_init(_class: &mut Self::Class) {
                    $($crate::subclass::subclass!(@class_init _class $key $value);)*
                }

                fn instance_init(_instance: &glib::subclass::InitializingObject<Self>) {
                    $($crate::subclass::subclass!(@instance_init _instance $key);)*
                }
            }
        };
    };

    (@items $name:ident default new) => {
        impl Default for $name {
            fn default() -> Self {
                glib::Object::new()
            }
        }
    };
    (@items $name:ident $key:ident $value:tt) => {};

    (@class_init $class:ident default new) => {};
    (@class_init $class:ident template [$($child:ty),* $(,)?]) => {
        $(<$child as glib::prelude::StaticTypeExt>::ensure_type();)*
        $class.bind_template();
    };
    (@class_init $class:ident css_name $name:literal) => { $class.set_css_name($name) };
    (@class_init $class:ident accessible_role $role:ident) => {
        $class.set_accessible_role(gtk::AccessibleRole::$role)
    };
    (@class_init $class:ident layout_manager $manager:ident) => {
        $class.set_layout_manager_type::<gtk::$manager>()
    };
    (@class_init $class:ident class_init $init:ident) => { $init($class) };
    (@instance_init $instance:ident template) => { $instance.init_template() };
    (@instance_init $instance:ident $key:ident) => {};

    (@Object [$($class:tt)*] $imp:path; [] [$($interface:path)?]) => {
        glib::wrapper! { $($class)* $(@implements $interface)?; }
    };
    (@Widget $($class:tt)*) => { $crate::subclass::subclass!(@wrapper [] [] [] $($class)*); };
    (@Box $($class:tt)*) => {
        $crate::subclass::subclass!(@wrapper [gtk::Box,] [gtk::Orientable] [WidgetImpl BoxImpl] $($class)*);
    };
    (@Button $($class:tt)*) => {
        $crate::subclass::subclass!(@wrapper [gtk::Button,] [gtk::Actionable] [WidgetImpl ButtonImpl] $($class)*);
    };
    (@Grid $($class:tt)*) => {
        $crate::subclass::subclass!(@wrapper [gtk::Grid,] [gtk::Orientable] [WidgetImpl GridImpl] $($class)*);
    };
    (@Popover $($class:tt)*) => {
        $crate::subclass::subclass!(
            @wrapper [gtk::Popover,] [gtk::Native, gtk::ShortcutManager] [WidgetImpl PopoverImpl] $($class)*
        );
    };
    (@Bin $($class:tt)*) => {
        $crate::subclass::subclass!(@wrapper [adw::Bin,] [] [WidgetImpl BinImpl] $($class)*);
    };
    (@PreferencesGroup $($class:tt)*) => {
        $crate::subclass::subclass!(
            @wrapper [adw::PreferencesGroup,] [] [WidgetImpl PreferencesGroupImpl] $($class)*
        );
    };
    (@PreferencesRow $($class:tt)*) => {
        $crate::subclass::subclass!(
            @wrapper [adw::PreferencesRow, gtk::ListBoxRow,] [gtk::Actionable]
            [WidgetImpl ListBoxRowImpl PreferencesRowImpl] $($class)*
        );
    };
    (@Window $($class:tt)*) => {
        $crate::subclass::subclass!(@window [adw::Window,] [AdwWindowImpl] $($class)*);
    };
    (@PreferencesWindow $($class:tt)*) => {
        $crate::subclass::subclass!(
            @window [adw::PreferencesWindow, adw::Window,] [AdwWindowImpl PreferencesWindowImpl] $($class)*
        );
    };
    (@ApplicationWindow $($class:tt)*) => {
        $crate::subclass::subclass!(
            @window [adw::ApplicationWindow, gtk::ApplicationWindow,]
            [ApplicationWindowImpl AdwApplicationWindowImpl] $($class)*
        );
    };
    (@window [$($ancestor:tt)*] [$($trait:ident)*] $($class:tt)*) => {
        $crate::subclass::subclass!(
            @wrapper [$($ancestor)* gtk::Window,]
            [gio::ActionGroup, gio::ActionMap, gtk::Native, gtk::Root, gtk::ShortcutManager]
            [WidgetImpl WindowImpl $($trait)*] $($class)*
        );
    };
    (
        @wrapper [$($ancestor:tt)*] [$($interface:path),*] [$($trait:ident)*]
        [$($class:tt)*] $imp:path; $overridden:tt $interfaces:tt
    ) => {
        glib::wrapper! {
            $($class)*
                @extends $($ancestor)* gtk::Widget,
                @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget $(, $interface)*;
        }
        $($crate::subclass::subclass!(@empty $trait $imp; $overridden);)*
    };

    (@empty WidgetImpl $imp:path; [WidgetImpl]) => {};
    (@empty WindowImpl $imp:path; [WindowImpl]) => {};
    (@empty ButtonImpl $imp:path; [ButtonImpl]) => {};
    (@empty $trait:ident $imp:path; $overridden:tt) => {
        const _: () = {
            use adw::subclass::prelude::*;
            impl $trait for $imp {}
        };
    };
}
pub(crate) use subclass;

/// Declares the fields of a class with a template: first the children of the template, by their ids and types, each
/// of them a `#[template_child]` and public, then, after `and`, all other fields.
macro_rules! template {
    (
        $(#[$attribute:meta])* $vis:vis struct $name:ident {
            $($(#[$doc:meta])* $child:ident: $type:ty),* $(,)?
        } $(and { $($field:tt)* })?
    ) => {
        $(#[$attribute])*
        $vis struct $name {
            $($(#[$doc])* #[template_child] pub $child: gtk::TemplateChild<$type>,)*
            $($($field)*)?
        }
    };
}
pub(crate) use template;

/// The signals of a class, in its `ObjectImpl`, with the types of their parameters.
macro_rules! signals {
    [$($name:expr $(=> $($type:ty),+)?);+ $(;)?] => {
        fn signals() -> &'static [glib::subclass::Signal] {
            static SIGNALS: std::sync::OnceLock<Vec<glib::subclass::Signal>> = std::sync::OnceLock::new();
            SIGNALS.get_or_init(|| vec![$(
                glib::subclass::Signal::builder($name)
                    $(.param_types([$(<$type as glib::prelude::StaticType>::static_type()),+]))?
                    .build()
            ),+])
        }
    };
}
pub(crate) use signals;

/// The class structure of a widget, while it is set up.
pub(crate) type ClassOf<W> = <<W as ObjectSubclassIs>::Subclass as ObjectSubclass>::Class;

/// Adds actions to a class.
pub(crate) trait InstallActions: WidgetClassExt {
    /// Adds an action without a parameter that calls a function of the widget.
    fn action(&mut self, name: &str, act: impl Fn(&Owner<Self>) + 'static) {
        self.install_action(name, None, move |widget, _, _| act(widget));
    }

    /// Adds an action that calls a function of the widget with a text.
    fn text_action(&mut self, name: &str, act: impl Fn(&Owner<Self>, &str) + 'static) {
        let text = Some(glib::VariantTy::STRING);
        self.install_action(name, text, move |widget, _, text| {
            act(widget, text.and_then(|text| text.str()).unwrap_or_default())
        });
    }

    /// Adds an action that waits for something.
    fn async_action(&mut self, name: &str, act: impl AsyncFn(&Owner<Self>) + Clone + 'static) {
        self.install_action_async(name, None, move |widget, _, _| {
            let act = act.clone();
            async move { act(&widget).await }
        });
    }
}

impl<C: WidgetClassExt> InstallActions for C {}

/// The widget of a class.
type Owner<C> = <<C as ClassStruct>::Type as ObjectSubclass>::Type;
