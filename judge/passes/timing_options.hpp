#pragma once

#include "judge/measure/sampling.hpp"
#include "judge/model/playback_wish.hpp"
#include "judge/referee/referee.hpp"

namespace judge {

struct TimingOptions : SamplingRules {
  Referee::L2 l2 = Referee::L2::cold;
  int verified = 7;                                      ///< turns of timed calls whose answers are compared; see KeptAnswers
  PlaybackWish playback = PlaybackWish::where_possible;  ///< on a GPU; see playback.hpp
};

}  // namespace judge
