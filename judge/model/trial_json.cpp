#include "judge/model/trial_json.hpp"

#include "judge/model/record_json.hpp"

namespace judge {

nlohmann::json to_json(const Trial& trial) {
  nlohmann::json document = encode(trial);
  document["schema"] = k_trial_schema;
  if (trial.record) document["record"] = to_json(*trial.record);
  return document;
}

}  // namespace judge
