"""Every sentence of the league's rules (tiered-league.md) has a vector."""

from itertools import pairwise

from tests.pairing.places import VECTORS

SENTENCES = """
Terms: the ranking is by rating, mu - 3 sigma or mu, best first
    the_ranking_is_mu_minus_three_sigma
    the_ranking_by_mu
    a_given_ranking_comes_first
Terms: it runs up to the last completed round
    ratings_replayed_from_the_results
    forfeits_move_no_rating
Terms: new players start at 25 and 25/3
    a_new_player_has_25_and_25_thirds
Terms: a tier is players with the same number of losses, split by wins only on request
    this_event_is_avoided
    tiers_split_by_wins
Terms: with so many losses players are out
    four_losses_and_out
    two_losses_and_out
    who_is_out_has_no_bye
Terms: strength of schedule: the mean of p(opponent), of mu and sigma
    an_unsure_opponent_counts_less
    this_event_is_avoided
    a_forfeit_counts_in_the_schedule
    an_absence_does_not_count_in_the_schedule
Terms: a bye counts as an opponent with p = 0
    a_bye_counts_as_nothing_in_the_schedule
    a_bye_asked_for_counts_as_nothing_too
Terms: lots from name, season and round, the name in NFC
    names_are_composed_before_the_lot
    without_a_season_lots_are_those_of_season_1
Round 1: neighbours in lot order, the next below not met
    round_one_pairs_neighbours_by_lot
    round_one_skips_who_was_met_last_season
Round 1: in the previous two seasons
    round_one_looks_back_two_seasons
    round_one_looks_back_one_season_only_if_told
Round 1: undo the last pair: 5 against 3, then 5 against 4
    round_one_undoes_the_last_pair
    round_one_tries_the_second_of_the_pair
Round 1: depth-first search in list order
    round_one_undoes_further_pairs
The bye: before anything else
    the_bye_comes_before_pair_ups
The bye: first in lot order of all still in
    the_bye_goes_to_the_first_in_lot_order
    who_is_out_has_no_bye
The bye: who have had none
    nobody_has_the_bye_twice
    everybody_had_a_bye
Pair-ups: 0 or 1 loss: by lot of the bottom half, the median counts
    the_median_may_be_paired_up
Pair-ups: 2 losses: the highest ranked
    the_highest_ranked_with_two_losses_goes_up
Pair-ups: nobody twice: the next in the same order
    nobody_is_paired_up_twice
    all_of_the_lower_half_have_been_up
    the_highest_ranked_has_been_up
Pair-ups: if all have, the first in order
    everybody_of_the_tier_has_been_up
    everybody_of_an_upper_tier_has_been_up
Pair-ups: stands last in the higher tier
    who_is_paired_up_stands_last
Pair-ups: in a tier of 2 losses sorted by ranking
    a_guest_with_three_losses_is_sorted_by_ranking
Pair-ups: the tier below is the next that has players
    the_highest_ranked_with_two_losses_goes_up
Pair-ups: who met an opponent with fewer losses has been up
    nobody_is_paired_up_twice
0 and 1 loss: by schedule, equal ones by ranking
    equal_schedules_stand_by_ranking
0 and 1 loss: B is the lowest ranked not met in this event
    this_event_is_avoided
    the_lowest_ranked_but_oneself
    a_forbidden_pair_never_meets
0 and 1 loss: in round 2 nor in the previous event
    round_two_avoids_the_event_before
    round_two_avoids_no_older_event
    round_three_avoids_this_event_only
0 and 1 loss: B may refuse
    worked_example_of_the_source
0 and 1 loss: if C does not rank lower, A-B is set
    no_refusal_if_the_mirror_ranks_higher
0 and 1 loss: everybody used up: without step 2
    nobody_else_is_left_then_refusals_do_not_count
0 and 1 loss: undo the last match, the one before it, and so on
    the_last_match_is_taken_back
    two_matches_are_taken_back
    taking_back_is_no_depth_first_search
0 and 1 loss: a state seen before: the depth-first search
    in_circles_the_depth_first_search_decides
2 losses: neighbours by ranking
    two_losses_pair_neighbours_in_the_ranking
2 losses: no rematch of this event or the previous two seasons
    neighbours_who_met_in_this_event
    neighbours_who_met_last_season
    neighbours_who_met_two_seasons_ago
2 losses: round 1's technique
    neighbours_undo_the_last_pair
Nothing fits: earlier seasons first, the oldest first
    the_oldest_season_is_given_up_first
    then_the_season_after_it
    as_few_rematches_as_possible
    the_event_before_is_given_up_in_round_two
Nothing fits: then join the tier below, by the lower rules
    earlier_seasons_before_joining
    a_tier_without_a_pairing_joins_the_one_below
    joined_tiers_look_back_two_seasons
    joined_tiers_join_once_more
Nothing fits: then a rematch of this event
    a_rematch_of_this_event_comes_last
    the_last_tier_has_nobody_to_join
    forbidden_pairs_leave_nothing
Bracket 1: most wins, fewest losses, then schedule
    the_best_four_by_record
    a_bye_is_a_win_in_the_record
    fewest_losses_among_equal_wins
    who_has_lost_too_often_is_not_in_it
Bracket 1: any size: the top have a bye; more layers
    ten_players_six_byes
    two_players_with_two_byes
Bracket 2: a layer is seeded again as a tier
    a_layer_is_seeded_again
    a_layer_avoids_a_rematch_of_this_event
    layers_by_record_and_schedule_alone
Bracket 2: record before schedule
    a_layer_goes_by_record_before_schedule
Bracket 2: without an opponent in the layer: record and schedule alone
    a_layer_is_seeded_again
Bracket 3: top plays bottom, seeded once
    the_seeding_stays
    an_empty_place_is_a_walkover
    a_match_for_third_place
Bracket 4: swap with the lower seed directly below
    worked_example_3_with_d
Bracket 4: else the next one down
    else_the_next_one_down
Bracket 4: at the bottom the next one up, and so on
    worked_example_3_with_b
    worked_example_4_met_c
    and_so_on_upwards
Bracket 4: if nothing works the rematch stands
    the_rematch_stands
    rematches_are_not_avoided_if_not_wanted
Bracket 4: the lower seed is who was seeded lower
    the_lower_seed_is_who_was_seeded_lower
"""


def test_every_vector_that_is_named_is_there() -> None:
    named = {line.strip() for line in SENTENCES.splitlines() if line.startswith("    ")}
    there = {path.stem for slug in ("tiered", "bracket") for path in (VECTORS / slug).glob("*.json")}
    assert named <= there


def test_no_sentence_stands_alone() -> None:
    for sentence, below in pairwise(SENTENCES.strip().splitlines()):
        assert sentence.startswith("    ") or below.startswith("    "), sentence
