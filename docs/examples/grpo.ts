/** One step of GRPO by hand. In a project of yours: `from "deskgym/trainer-bridge"`. */
import { groupAdvantages, type Preset, policyLoss } from "../../trainer-bridge/index.ts";

export function step(preset: Preset) {
  // Four rollouts of one task; the third has no reward, since its user's endpoint failed.
  const group = groupAdvantages([1, 0, null, 0], preset.advantage);
  const loss = policyLoss(
    {
      logprobs: [[-0.1, -0.9], [-1.2], [-0.5, -0.5, -0.5], [-0.4, -0.8]],
      oldLogprobs: [[-0.4, -0.9], [-1.0], [-0.5, -0.5, -0.5], [-0.9, -0.7]],
      refLogprobs: [[-0.4, -0.8], [-1.0], [-0.5, -0.5, -0.5], [-0.9, -0.9]],
      mask: [[1, 1], [1], [1, 1, 1], [1, 0]],
      advantages: group.advantages,
      horizon: 32,
    },
    preset,
  );
  return { ...group, loss };
}
