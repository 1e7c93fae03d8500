//! How the games that reached a position are written, and read again as far as there is room.

use rank_and_file_core::library::positions::{ENTRY, Group, Layout, MOST_GAME_BITS, Member};

const HASH: u64 = 0x9e37_79b9_7f4a_7c15;

fn group(members: u32) -> Group {
    let member = |game| Member {
        game,
        mv: (game * 7) as u8,
        usual: game % 3 != 2,
    };
    Group::new(HASH, 17, (0..members).map(member).collect())
}

fn read(layout: Layout, bytes: &[u8]) -> Vec<Group> {
    layout.groups(layout.bucket(HASH), bytes).collect()
}

#[test]
fn what_is_written_is_read_as_far_as_there_is_room() {
    for bits in 1..=MOST_GAME_BITS {
        let layout = Layout::with_game_bits(bits).unwrap();
        for members in 1..=(1 << bits).min(20) {
            let mut bytes = Vec::new();
            layout.write(&group(members), &mut bytes);
            assert_eq!(bytes.len(), ENTRY * members as usize);
            let found = read(layout, &bytes);
            let [found] = found.as_slice() else {
                panic!("{found:?}")
            };
            assert!(found.may_be(HASH) && !found.may_be(!HASH));
            let mut wanted = group(members).members;
            wanted.sort_by_key(|member| !member.usual);
            assert_eq!(found.members, wanted);
            let room = 31 + (members - 1) * (30 - bits);
            assert_eq!(found.is_known(), room >= 64, "{members} of {bits} bits");
            assert_eq!(found.usual_ply(), (room >= 80).then_some(17));
            assert_eq!(found.may_be(HASH ^ 1), room < 64);
            assert_eq!(u64::from(found.short()), HASH >> 33);
        }
    }
}

#[test]
fn groups_side_by_side_stay_apart() {
    let layout = Layout::for_games(1000, None).unwrap();
    let mut bytes = Vec::new();
    layout.write(&group(3), &mut bytes);
    layout.write(&group(1), &mut bytes);
    let sizes: Vec<usize> = read(layout, &bytes)
        .iter()
        .map(|group| group.members.len())
        .collect();
    assert_eq!(sizes, [3, 1]);
}

#[test]
fn the_first_says_which_ply_is_usual_where_the_group_does_not() {
    let layout = Layout::for_games(1000, None).unwrap();
    let mut lonely = group(2);
    lonely
        .members
        .iter_mut()
        .for_each(|member| member.usual = false);
    let mut bytes = Vec::new();
    layout.write(&lonely, &mut bytes);
    let found = read(layout, &bytes).remove(0);
    assert!(found.members[0].usual && !found.members[1].usual);
}

#[test]
fn only_what_is_known_to_be_the_same_is_joined() {
    let mut whole = group(9);
    let other = Group::new(HASH, 18, group(2).members);
    assert!(whole.join(other).is_ok());
    assert_eq!(whole.members.len(), 11);
    assert!(whole.members[9..].iter().all(|member| !member.usual));
    assert!(whole.join(Group::new(HASH ^ 1, 17, Vec::new())).is_err());
    let layout = Layout::for_games(1000, None).unwrap();
    let mut bytes = Vec::new();
    layout.write(&group(2), &mut bytes);
    assert!(whole.join(read(layout, &bytes).remove(0)).is_err());
}

#[test]
fn numbers_grow_with_the_games() {
    let bits = |games, least| Layout::for_games(games, least).map(Layout::game_bits);
    assert_eq!(bits(0, None), Some(1));
    assert_eq!(bits(100_000, None), Some(17));
    assert_eq!(bits(1 << 17, None), Some(17));
    assert_eq!(bits((1 << 17) + 1, None), Some(18));
    assert_eq!(bits(5, Layout::with_game_bits(9)), Some(9));
    assert_eq!(bits(usize::MAX >> 1, None), None);
}
