/** Whole repairs, asked for in the words that models use: none of them is the tool's title, and the scripted user does them all. */
import { expect, test } from "vitest";
import { type AgendaStep, domains, type Random, type Task, Worlds } from "../../domains/index.ts";
import {
  inOrder,
  MemoryDesks,
  type Policy,
  type PolicyKind,
  playAttempt,
  taskLine,
  type Utterance,
} from "../../rollout/index.ts";
import { calls, setting } from "../support/speakers.ts";

const words: Readonly<Record<string, readonly string[]>> = {
  can_send_mms: [
    "Can you try to send a picture message?",
    "Please see whether your phone can send MMS now.",
    "Could you test sending an MMS and let me know if it goes out?",
  ],
  check_apn_settings: [
    "Could you look at the APN settings and tell me the APN name and the MMSC URL?",
    "What do your access point settings show?",
  ],
  check_app_permissions: [
    "Which permissions does your messaging app have?",
    "Could you go to Settings > Apps > Messaging > Permissions and tell me which permissions are granted?",
  ],
  check_data_restriction_status: ["Is Data Saver on?", "Please check whether data saver mode is turned on."],
  check_network_mode_preference: [
    "Could you go to Settings > Mobile Network and tell me the preferred network type?",
    "Which network mode does your phone prefer? Please check the network mode.",
  ],
  check_network_status: [
    "Can you tell me whether airplane mode is on and whether mobile data is enabled?",
    "Please open Settings and look at the **network status**.",
    "First, let's see your network details (airplane mode, SIM, signal, mobile data). What do they say?",
  ],
  check_payment_request: ["I've sent a payment request. Can you see it on your phone?"],
  check_sim_status: ["Is your SIM card active?", "Could you check whether your SIM card is detected?"],
  check_vpn_status: ["Are you using a VPN?", "Is there a VPN active on your phone right now?"],
  check_wifi_calling_status: ["Is Wi-Fi Calling enabled?", "Please check whether Wi-Fi calling is turned on."],
  disconnect_vpn: ["Please disable your VPN.", "Could you turn off the VPN?"],
  grant_app_permission: [
    "Could you allow your messaging app to access {permission}?",
    "Please give the messaging app the **{permission}** permission.",
  ],
  make_payment: [
    "Please accept the payment request and pay the bill.",
    "Could you make the payment now and let me know once it's done?",
  ],
  reboot_device: [
    "Please restart your phone.",
    "Could you turn your phone off and on again?",
    "One last step: power cycle the phone so that it reconnects.",
  ],
  reseat_sim_card: ["Please remove your SIM card and put it back in.", "Please take the SIM out and reinsert it."],
  reset_apn_settings: [
    "Please reset your APN settings to default.",
    "Go to your APN settings and choose *Reset to default APN*.",
  ],
  run_speed_test: [
    "Could you do a speed test and share the results with me?",
    "Let's see how fast it is: please test your speed.",
  ],
  set_network_mode_preference: [
    "Could you change your preferred network type to 4G/5G?",
    "Your network mode is too slow. Please switch the network mode to 5G/4G preferred.",
  ],
  toggle_airplane_mode: [
    "Airplane mode is on. Could you turn it off, please?",
    "1. Open Settings\n2. Turn Airplane Mode off\n3. Tell me what you see",
    "Please take your phone out of flight mode.",
  ],
  toggle_data: ["Mobile data is off. Please enable it.", "Could you switch on Mobile Data in your settings?"],
  toggle_data_saver_mode: [
    "Data Saver limits your speed. Could you disable it?",
    "Please make sure data saver is off.",
  ],
  toggle_roaming: [
    "Could you turn on Data Roaming under Settings > Mobile Network?",
    "Data roaming needs to be on for this. Please switch it on.",
  ],
  toggle_wifi_calling: ["Could you disable Wi-Fi Calling for now?", "Please switch off calling over Wi-Fi."],
};
const WRITES = /^(?:suspend|resume|send_payment|enable|disable|refuel)/;

/** Says the reference in these words, and never looks at what it gets. */
function* paraphrase({ user, reference_actions }: Task, random: Random): Generator<string | Utterance> {
  const { identity = [], steps = [] } = user.agenda ?? {};
  const askFor = (facts: AgendaStep["facts"]) => {
    const asks = facts.filter(({ disclosure }) => disclosure !== "secret").map((fact) => fact.asks[0]);
    return `To help you, please tell me: ${asks.join(", ")}?`;
  };
  yield askFor(identity);
  const inSteps = new Set(steps.flatMap((step) => step.actions));
  const first = reference_actions.flatMap((_, at) => (inSteps.has(at) ? [] : at));
  for (const [index, { actions, facts, refusal, tell }] of steps.entries()) {
    if (facts.length > 0) yield askFor(facts);
    if (refusal) yield "I'm sorry, but I can't do that. What would you like instead?";
    for (const at of index === 0 ? [...first, ...actions] : actions) {
      const {
        requestor,
        name,
        arguments: args,
      } = reference_actions[at] ?? { requestor: "user", name: "", arguments: {} };
      if (requestor === "user") {
        yield random.pick(words[name] ?? []).replace("{permission}", String(args.permission).toUpperCase());
        continue;
      }
      if (WRITES.test(name)) yield `I'll ${name.replaceAll("_", " ")} for your line now. Is that okay with you?`;
      yield calls(name, args, `call_${at}`);
      if (WRITES.test(name)) yield "That has been done.";
      if (name.startsWith("transfer")) yield "You are being transferred to a human agent. Please hold on.";
    }
    yield `${tell.length > 0 ? `It is ${tell.join(" and ")}. ` : ""}Everything should be fine now. Anything else I can help with?`;
  }
}

const inOtherWords: PolicyKind = {
  kind: "in other words",
  options: {},
  play: (task, random): Policy => {
    const script = paraphrase(task, random);
    return {
      act: () => {
        const line = script.next().value ?? "Is there anything else?";
        return { message: typeof line === "string" ? { content: line } : line };
      },
    };
  },
};

test("every trouble of a sample is mended", async () => {
  const worlds = new Worlds(domains);
  const world = worlds.get("telecom");
  const guided = [...world.tasks.values()].filter(({ user, reference_actions }) => {
    // Changes of mind and second choices have words of their own, which are not what this is about.
    const plain = user.agenda?.steps.every(({ change_of_mind, fallback }) => !change_of_mind && !fallback);
    return plain && reference_actions.some(({ requestor }) => requestor === "user");
  });
  const sample = guided.filter((_, at) => at % 5 === 0).map((task) => ({ line: taskLine(world, task), attempt: 0 }));
  const whole = setting({ desks: new MemoryDesks(worlds), policy: inOtherWords, limits: { turns: 90, errors: 5 } });
  const missed: string[] = [];
  const asked = new Set<string>();
  for await (const { id, reward, messages } of inOrder(sample, (attempt) => playAttempt(whole, attempt), 8)) {
    if (reward?.value !== 1) missed.push(`${id}: ${reward?.reasons.map(({ text }) => text).join("; ")}`);
    for (const { role, tool_calls } of messages) {
      if (role === "user") for (const call of tool_calls ?? []) asked.add(call.function.name);
    }
  }
  expect(missed).toEqual([]);
  expect(sample.length).toBeGreaterThan(50);
  expect([...asked]).toEqual(expect.arrayContaining(Object.keys(words)));
});
