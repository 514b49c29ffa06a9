/**
 * What the scripted user makes of requests for its own hands, worded as models of many makes word them: the tool, "!" where it
 * changes something, "~" where it is asked whether that has been done, how a switch shall stand, the arguments, "?" before
 * those that it has to ask back for.
 */
import { afterAll, describe, expect, test } from "vitest";
import { domains, Worlds } from "../../domains/index.ts";
import { telecom } from "../../domains/telecom/index.ts";
import { type Desk, MemoryDesks, taskLine } from "../../rollout/index.ts";
import { OwnTools } from "../../rollout/users/acting/own-tools.ts";
import { Requests } from "../../rollout/users/acting/requests.ts";

const worlds = new Worlds({ ...domains, telecom });

async function deskOf(domain: string): Promise<Desk> {
  const world = worlds.get(domain);
  const [task] = world.tasks.values();
  if (task === undefined) throw new Error(`${domain} has no task`);
  return new MemoryDesks(worlds).open(taskLine(world, task));
}

const phone = await deskOf("telecom");
const portal = await deskOf("university");
afterAll(async () => {
  await phone.close();
  await portal.close();
});

/** What the last of the messages asks for. */
function heard({ user }: Desk, ...messages: string[]): string {
  const requests = new Requests(new OwnTools(user?.tools ?? []));
  const [{ asks } = { asks: [] }] = messages.map((message) => requests.hear(message)).slice(-1);
  return asks
    .map(({ tool, kind, target, args, missing, weak }) => {
      const mark = { look: "", act: "!", recall: "~" }[kind];
      const given = Object.keys(args).length > 0 ? JSON.stringify(args) : "";
      const rest = [missing.length > 0 && `?${missing.join(",")}`, weak && `(${weak})`].filter(Boolean).join(" ");
      return `${mark}${tool.name}${target ? `=${target}` : ""}${given}${rest && ` ${rest}`}`;
    })
    .join(" + ");
}

describe("asks to look", () => {
  test.each([
    ["Could you please check your phone's status bar and tell me what it shows?", "check_status_bar"],
    ["What does your status bar show?", "check_status_bar"],
    ["Is data saver on?", "check_data_restriction_status"],
    ["Can you run a speed test and tell me the result?", "run_speed_test"],
    ["Please run a speed test.", "run_speed_test"],
    ["Do you see a VPN icon at the top of your screen?", "check_vpn_status"],
    ["Is your VPN currently connected?", "check_vpn_status"],
    ["Let's check your SIM card status first.", "check_sim_status"],
    ["I'd like you to look at your APN settings.", "check_apn_settings"],
    ["Next, please check the APN settings on your device: what is the MMSC URL?", "check_apn_settings"],
    ["Could you tell me which permissions the messaging app has?", 'check_app_permissions{"app_name":"messaging"}'],
    ["What permissions does your messaging app have?", 'check_app_permissions{"app_name":"messaging"}'],
    ["Please check the app permissions.", "check_app_permissions ?app_name"],
    ["Have you received a payment request on your phone?", "check_payment_request"],
    ["I have sent you the payment request. Please check it on your phone.", "check_payment_request"],
    ["I've sent a payment request to your phone. Could you check that you see it?", "check_payment_request"],
    ["Can you try sending a picture message?", "can_send_mms"],
    ["Are you able to send MMS messages now?", "can_send_mms"],
    ["Please verify that airplane mode is turned off.", "check_network_status"],
    ["Could you confirm whether mobile data is enabled?", "check_network_status"],
    ["Let me know if data roaming is turned on.", "check_network_status"],
    ["What's your preferred network type set to?", "check_network_mode_preference"],
    ["Is Wi-Fi calling turned on?", "check_wifi_calling_status"],
    ["Is your phone connected to Wi-Fi?", "check_wifi_status"],
    ["Which apps are installed?", "check_installed_apps"],
    ["Have you enabled mobile data?", "check_network_status"],
    ["Please do this on your side: Check network status.", "check_network_status"],
    ["Please do this on your side: Can send mms.", "can_send_mms"],
    [
      "Please do this on your side: Check app permissions, with app name: messaging.",
      'check_app_permissions{"app_name":"messaging"}',
    ],
    ["Before you restart your phone, please check the status bar.", "check_status_bar"],
    ["Once the restart is complete, please run a speed test.", "run_speed_test"],
    ["Please don't restart your phone yet. First, check the SIM card.", "check_sim_status"],
    [
      "Great, airplane mode is now off. Next, could you go ahead and check whether your SIM card is detected?",
      "check_sim_status",
    ],
    ["Now let's have you run a quick speed test. What are the results?", "run_speed_test"],
    [
      "To help me diagnose this, please open your phone's settings and tell me: is **Mobile Data** switched on?",
      "check_network_status",
    ],
    [
      "Could you please tell me what you see in the status bar at the top of your phone's screen (e.g., signal strength, 4G/5G, airplane mode icon)?",
      "check_status_bar",
    ],
    ["I need you to do one thing on your phone: check the network status.", "check_network_status"],
    [
      "The payment request has been sent. Please check for it on your device and let me know when you've made the payment.",
      "check_payment_request",
    ],
    [
      "Please check if the messaging app has the 'sms' and 'storage' permissions.",
      'check_app_permissions{"app_name":"messaging"}',
    ],
    ["Perfect! Now please run another speed test.", "run_speed_test"],
    ["What speed do you get when you run a speed test?", "run_speed_test"],
    ["Does the phone show any signal bars?", "check_status_bar"],
    ["What does it say under SIM card status?", "check_sim_status"],
    ["Is there a PIN lock on your SIM?", "check_sim_status"],
    ["You mentioned that mobile data is on. Is roaming also on?", "check_network_status"],
    ["Please try to send an MMS and tell me whether it goes through.", "can_send_mms"],
    ["Is MMS working now?", "can_send_mms"],
    ["Once you've done that, check if you can send a picture message.", "can_send_mms"],
    ["Can you see whether data saver mode is limiting your connection?", "check_data_restriction_status"],
    ["Before proceeding, please confirm: is Airplane Mode turned ON or OFF?", "check_network_status"],
    ["I've sent the request, check your payment request now.", "check_payment_request"],
    ["Please perform a speed test and share the results with me.", "run_speed_test"],
    ["Could you check if you have any VPN active?", "check_vpn_status"],
    ["Can you check if there's a pending payment request on your phone?", "check_payment_request"],
    ["What is the current status of Data Saver mode on your device?", "check_data_restriction_status"],
    ["Check the signal strength on the status bar.", "check_network_status"],
    [
      "Would you be able to check a couple of things on your phone for me? First, is airplane mode on?",
      "check_network_status",
    ],
    [
      "No worries! Let's take it one step at a time. Can you look at the top of your phone's screen and read me what the status bar says?",
      "check_status_bar",
    ],
    [
      "Great news: the SIM is fine. Now could you tell me what your network mode preference is set to? (Settings → Cellular → Voice & Data, usually.)",
      "check_network_mode_preference",
    ],
    ["Just to double check, you have Data Saver turned off, right?", "check_data_restriction_status"],
    ["That's odd. Let me have you check one more thing: Wi-Fi Calling. Is that enabled?", "check_wifi_calling_status"],
    ["Have you checked whether Airplane mode is on?", "check_network_status"],
    ["Did you get the payment request?", "check_payment_request"],
    [
      "I have verified your account, John. Let's figure out why your mobile data is slow. First, could you please run a speed test on your phone?",
      "run_speed_test",
    ],
    ["Now please check whether mobile data works by running a speed test.", "run_speed_test"],
    ["Please check your messaging app's permissions.", 'check_app_permissions{"app_name":"messaging"}'],
    [
      "Is data roaming enabled on your device? You can check this in Settings > Mobile Network.",
      "check_network_status",
    ],
    ["You can check this by looking at your status bar.", "check_status_bar"],
    ["I need to know whether your SIM card is active.", "check_sim_status"],
    ["Please let me know what the APN settings say.", "check_apn_settings"],
    ["Could you check that your phone isn't in airplane mode?", "check_network_status"],
    ["Great! Could you also check whether MMS can be sent now?", "can_send_mms"],
    ["Please check your phone's battery level.", "check_status_bar"],
    ["Would you check the payment request that I have just sent, please?", "check_payment_request"],
    ["Thanks for the speed test result. Data saver could be the reason. Is it on?", "check_data_restriction_status"],
    ["Let me know whether Airplane Mode is ON.", "check_network_status"],
    ["I see that you've restarted. Is the data icon visible?", "check_status_bar"],
  ])("%s", (text, expected) => {
    expect(heard(phone, text)).toBe(expected);
  });
});

describe("asks to act", () => {
  test.each([
    ["Please turn off Airplane Mode.", "!toggle_airplane_mode=off"],
    ["Can you open Settings and toggle Airplane Mode off?", "!toggle_airplane_mode=off"],
    ["Please do this on your side: Toggle airplane mode.", "!toggle_airplane_mode"],
    [
      "Please do this on your side: Set network mode preference, with mode: 4g_5g_preferred.",
      '!set_network_mode_preference{"mode":"4g_5g_preferred"}',
    ],
    ["Please set your preferred network mode to 4G/5G.", '!set_network_mode_preference{"mode":"4g_5g_preferred"}'],
    [
      "Go to Settings > Network & Internet > Mobile Network > Preferred network type and select **4G/5G (preferred)**.",
      '!set_network_mode_preference{"mode":"4g_5g_preferred"}',
    ],
    ["Could you change the network mode?", "!set_network_mode_preference ?mode"],
    ["Please restart your phone.", "!reboot_device"],
    ["Could you please reboot your device now?", "!reboot_device"],
    ["Please turn your phone off and back on again.", "!reboot_device"],
    ["Would you mind restarting your phone?", "!reboot_device"],
    ["Have you tried restarting your phone?", "!reboot_device"],
    ["Please power cycle the phone and let me know once it's back on.", "!reboot_device"],
    ["Please remove the SIM card and reinsert it.", "!reseat_sim_card"],
    ["Can you take the SIM out and put it back in?", "!reseat_sim_card"],
    ["Please re-seat your SIM card.", "!reseat_sim_card"],
    ["Please take out the SIM card and put it back in.", "!reseat_sim_card"],
    ["Please pull out your SIM tray and pop the card back in.", "!reseat_sim_card"],
    ["Please turn on mobile data.", "!toggle_data=on"],
    ["Please make sure that mobile data is turned on.", "!toggle_data=on"],
    ["Please enable data roaming on your phone.", "!toggle_roaming=on"],
    ["Data roaming needs to be enabled on your device. Could you please turn it on?", "!toggle_roaming=on"],
    ["I see that data saver is on, which limits your speed. Please turn it off.", "!toggle_data_saver_mode=off"],
    ["Please disconnect from the VPN.", "!disconnect_vpn"],
    ["Could you turn off your VPN?", "!disconnect_vpn"],
    ["Please disable any VPN you have running.", "!disconnect_vpn"],
    ["Please turn off Wi-Fi calling.", "!toggle_wifi_calling=off"],
    ["Turn Wi-Fi off, please.", "!toggle_wifi=off"],
    ["Please reset your APN settings to the default.", "!reset_apn_settings"],
    [
      "Please grant the messaging app the SMS permission.",
      '!grant_app_permission{"app_name":"messaging","permission":"sms"}',
    ],
    [
      "Could you allow the messaging app to access storage on your phone?",
      '!grant_app_permission{"app_name":"messaging","permission":"storage"}',
    ],
    [
      "Please give your Messages app permission to use SMS.",
      '!grant_app_permission{"app_name":"messaging","permission":"sms"}',
    ],
    [
      "Please do this on your side: Grant app permission, with app name: messaging; permission: storage.",
      '!grant_app_permission{"app_name":"messaging","permission":"storage"}',
    ],
    ["Please go ahead and make the payment.", "!make_payment"],
    ["Please accept the payment request and pay the bill.", "!make_payment"],
    ["You can now pay the bill using the payment request on your phone.", "!make_payment"],
    ["Please go ahead with the payment.", "!make_payment"],
    ["Once you have checked it, please proceed with the payment.", "!make_payment"],
    [
      "1. Open **Settings**\n2. Tap **Network & Internet**\n3. Turn off **Data Saver**\n4. Tell me what you see",
      "!toggle_data_saver_mode=off",
    ],
    ["If airplane mode is on, please turn it off.", "!toggle_airplane_mode=off"],
    ["Let me know once you've restarted your phone.", "!reboot_device"],
    ["I have resumed your line, so please restart your phone.", "!reboot_device"],
    ["Your bill has been paid. Please reboot your phone to reconnect to the network.", "!reboot_device"],
    ["I'd recommend turning off the VPN, as it can slow things down.", "!disconnect_vpn"],
    ["Try toggling airplane mode.", "!toggle_airplane_mode"],
    [
      "Swipe down from the top of your screen and tap the airplane icon to turn off airplane mode.",
      "!toggle_airplane_mode=off",
    ],
    ["You'll need to turn on Data Roaming in your phone settings.", "!toggle_roaming=on"],
    ["Please take your phone out of airplane mode.", "!toggle_airplane_mode=off"],
    [
      "On your phone, go to Settings > Connections > Data usage and make sure Data Saver is off.",
      "!toggle_data_saver_mode=off",
    ],
    [
      "Grant the 'storage' permission to your messaging app.",
      '!grant_app_permission{"app_name":"messaging","permission":"storage"}',
    ],
    [
      "Please grant your messaging app both SMS and storage permissions.",
      '!grant_app_permission{"app_name":"messaging","permission":"sms"}',
    ],
    [
      'Please use the `set_network_mode_preference` tool with mode="4g_5g_preferred".',
      '!set_network_mode_preference{"mode":"4g_5g_preferred"}',
    ],
    ["toggle_airplane_mode, please", "!toggle_airplane_mode"],
    [
      "Could you switch the network mode preference from 2G only to 4G/5G preferred?",
      '!set_network_mode_preference{"mode":"4g_5g_preferred"}',
    ],
    [
      "Please change your Preferred Network Type to 4G/5G Preferred (it's currently set to 2G only).",
      '!set_network_mode_preference{"mode":"4g_5g_preferred"}',
    ],
    [
      "Your phone's network mode is set to 2G only, which is very slow. Please change it to 4G/5G preferred.",
      '!set_network_mode_preference{"mode":"4g_5g_preferred"}',
    ],
    ["It looks like Wi-Fi Calling is enabled. Could you turn that off for me?", "!toggle_wifi_calling=off"],
    ["Please ensure that Data Roaming is ON on your device since you're abroad.", "!toggle_roaming=on"],
    ["Since you are abroad, data roaming must be enabled on your phone.", "!toggle_roaming=on"],
    ["I've enabled roaming on your line. Please also turn on data roaming on your phone.", "!toggle_roaming=on"],
    [
      "Your line has been resumed successfully. One last step: reboot your phone so that it reconnects.",
      "!reboot_device",
    ],
    ["Now, restart your device.", "!reboot_device"],
    ["We can also try disconnecting the VPN. Please do that now.", "!disconnect_vpn"],
    [
      "Could you try the following: go to Settings, then Apps, then Messaging, then Permissions, and make sure SMS is allowed?",
      '!grant_app_permission{"app_name":"messaging","permission":"sms"}',
    ],
    ['Please turn on "Mobile Data" in your settings 📱', "!toggle_data=on"],
    ["pls turn airplane mode off", "!toggle_airplane_mode=off"],
    ["Airplane mode off, please.", "!toggle_airplane_mode=off"],
    ["Your next step is to disable Data Saver.", "!toggle_data_saver_mode=off"],
    ["I would like you to disable data saver mode.", "!toggle_data_saver_mode=off"],
    ["You should turn off your VPN to see if the speed improves.", "!disconnect_vpn"],
    ["To fix this, I'd suggest that you restart your phone.", "!reboot_device"],
    ["How about restarting your phone?", "!reboot_device"],
    [
      "Let's reset the APN settings. Please go to Settings > Mobile networks > Access Point Names and choose Reset to default.",
      "!reset_apn_settings",
    ],
    [
      "I'll enable roaming on your line. In the meantime, please turn on data roaming on your phone.",
      "!toggle_roaming=on",
    ],
    ["Since you're in Portugal, you'll want data roaming on. Mind flipping that on for me?", "!toggle_roaming=on"],
    ["Please confirm once you've completed the payment.", "!make_payment"],
    ["I've sent the payment request for $65.00. Once you've paid the bill, I'll resume your line.", "!make_payment"],
    [
      "Roaming has been enabled. Please make sure Data Roaming is turned on in your phone's settings as well.",
      "!toggle_roaming=on",
    ],
    [
      'Thank you. Please set the network mode preference to "4g_5g_preferred" on your phone.',
      '!set_network_mode_preference{"mode":"4g_5g_preferred"}',
    ],
    ["Your Wi-Fi calling is on. It can interfere with MMS. Please switch it off.", "!toggle_wifi_calling=off"],
    [
      "The messaging app lacks the storage permission. Please grant it.",
      '!grant_app_permission{"app_name":"messaging","permission":"storage"}',
    ],
    ["Please grant the storage permission.", '!grant_app_permission{"permission":"storage"} ?app_name'],
    [
      "It seems your messaging app doesn't have SMS permission. Could you grant it that permission?",
      '!grant_app_permission{"app_name":"messaging","permission":"sms"}',
    ],
    [
      "Please open your messaging app's settings, go to Permissions, and enable Storage.",
      '!grant_app_permission{"app_name":"messaging","permission":"storage"}',
    ],
    ["Would you please turn Data Saver off?", "!toggle_data_saver_mode=off"],
    ["Go ahead and reboot.", "!reboot_device"],
    ["reboot your phone", "!reboot_device"],
    ["Could you please make sure your phone isn't in airplane mode?", "!toggle_airplane_mode=off"],
    ["If Data Saver is enabled, disable it; otherwise, just let me know.", "!toggle_data_saver_mode=off"],
    ["Can you do a quick restart for me?", "!reboot_device"],
    ["Please perform a restart of your phone.", "!reboot_device"],
    ["A restart of your phone is needed now.", "!reboot_device"],
    ["Your phone needs to be restarted.", "!reboot_device"],
    ["It's important that you restart your phone.", "!reboot_device"],
    ["Time to restart your phone!", "!reboot_device"],
    ["Please, could you first turn mobile data off?", "!toggle_data=off"],
    ["Switch on Data Roaming please", "!toggle_roaming=on"],
    ["Make sure to disable the VPN.", "!disconnect_vpn"],
    ["On your iPhone, open Settings, tap Cellular, and turn Low Data Mode off.", "!toggle_data_saver_mode=off"],
    ["Let me know if you're able to turn on mobile data.", "!toggle_data=on"],
  ])("%s", (text, expected) => {
    expect(heard(phone, text)).toBe(expected);
  });
});

describe("asks for several things, in this order", () => {
  test.each([
    [
      "Could you check your network status for me? I'd like to know whether Airplane Mode is on, the SIM status and the signal strength.",
      "check_network_status + check_sim_status",
    ],
    [
      "Your phone is in airplane mode. That's why there is no service. Please turn it off and let me know what the status bar shows.",
      "!toggle_airplane_mode=off + check_status_bar",
    ],
    ["Please reset the APN settings, then restart your phone.", "!reset_apn_settings + !reboot_device"],
    [
      "Here's what I need you to do:\n\n1. Turn off Airplane Mode\n2. Restart your phone\n3. Run a speed test\n\nLet me know the results!",
      "!toggle_airplane_mode=off + !reboot_device + run_speed_test",
    ],
    [
      "Please check the following:\n- Airplane mode: on or off?\n- SIM card status\n- Mobile data",
      "check_network_status + check_sim_status",
    ],
    [
      "Please make sure that:\n- Airplane mode is off\n- Mobile data is on",
      "!toggle_airplane_mode=off + !toggle_data=on",
    ],
    ["Toggle airplane mode on and then off again.", "!toggle_airplane_mode=on + !toggle_airplane_mode=off"],
    [
      "Please turn airplane mode on for 10 seconds and then turn it off.",
      "!toggle_airplane_mode=on + !toggle_airplane_mode=off",
    ],
    ["If a VPN is connected, please disconnect it.", "check_vpn_status + !disconnect_vpn"],
    [
      "Check your network mode preference and set it to 4g_5g_preferred.",
      'check_network_mode_preference + !set_network_mode_preference{"mode":"4g_5g_preferred"}',
    ],
    [
      "Please check your data saver. If it is on, turn it off.",
      "check_data_restriction_status + !toggle_data_saver_mode=off",
    ],
    [
      "Could you check if Data Saver is on and, if so, turn it off?",
      "check_data_restriction_status + !toggle_data_saver_mode=off",
    ],
    [
      "Step 1: Check your status bar. Step 2: If you see the airplane icon, turn off airplane mode.",
      "check_status_bar + !toggle_airplane_mode=off",
    ],
    [
      "I understand how frustrating this must be. Let's begin by checking whether airplane mode is on. Could you look at your status bar and tell me what you see?",
      "check_network_status + check_status_bar",
    ],
    [
      'Thanks! I can see the problem: your APN is set to "broken". Please reset your APN settings on the phone, and afterwards restart it.',
      "!reset_apn_settings + !reboot_device",
    ],
    ["Kindly toggle your mobile data off and on.", "!toggle_data=off + !toggle_data=on"],
    [
      "Could you turn Airplane Mode on, wait about 30 seconds, and turn it back off?",
      "!toggle_airplane_mode=on + !toggle_airplane_mode=off",
    ],
    [
      "Could you please check the following on your phone?\n\n1. **Airplane Mode**: Is it turned on or off?\n2. **Mobile Data**: Is it enabled?\n3. **Network Mode Preference**: What is it set to?\n\nPlease let me know the results.",
      "check_network_status + check_network_mode_preference",
    ],
    [
      "Please toggle Airplane Mode ON for a few seconds, then turn it OFF.",
      "!toggle_airplane_mode=on + !toggle_airplane_mode=off",
    ],
    [
      "Now, let's try resetting the APN settings on your device. Please go to Settings > Network > APN and reset to default. After that, please reboot your device. Let me know once done.",
      "!reset_apn_settings + !reboot_device",
    ],
    [
      "Please verify if the SIM card is properly inserted. You can try removing and reinserting the SIM card.",
      "check_sim_status + !reseat_sim_card",
    ],
    [
      "I've enabled roaming for your line. Could you please toggle data roaming on your phone and then run a speed test to see if the connection has improved?",
      "!toggle_roaming + run_speed_test",
    ],
    [
      "I've gone ahead and resumed your line! 🎉 To get your phone to pick up the change, please restart it — then let me know whether the status bar shows a signal.",
      "!reboot_device + check_status_bar",
    ],
    [
      "Hmm, your APN name shows as 'broken' — that's definitely the culprit. Could you reset the APN settings? Once you've done that, a reboot will be needed for it to take effect, so please restart your phone right afterward.",
      "!reset_apn_settings + !reboot_device",
    ],
    [
      "To proceed, please perform the following steps on your device:\n\n1. Toggle Airplane Mode off.\n2. Check your status bar to see if the signal returns.\n\nPlease let me know the outcome.",
      "!toggle_airplane_mode=off + check_status_bar",
    ],
    [
      "Your VPN is connected, and its server performs poorly. Please disconnect it and rerun the speed test.",
      "!disconnect_vpn + run_speed_test",
    ],
    ["Restart your phone and check the network status afterwards.", "!reboot_device + check_network_status"],
    [
      "Please ensure the following settings:\n\n- Airplane Mode: OFF\n- Mobile Data: ON\n- Data Saver: OFF",
      "!toggle_airplane_mode=off + !toggle_data=on + !toggle_data_saver_mode=off",
    ],
    [
      "I'd like you to turn off Wi-Fi Calling, and then try to send an MMS again.",
      "!toggle_wifi_calling=off + can_send_mms",
    ],
    [
      "Let's toggle Airplane Mode on and off to refresh the network connection.",
      "!toggle_airplane_mode=on + !toggle_airplane_mode=off",
    ],
    [
      "Next, toggle Airplane Mode off (if it's on) and tell me your network status.",
      "!toggle_airplane_mode=off + check_network_status",
    ],
    ["If it shows a VPN, turn it off.", "check_vpn_status + !disconnect_vpn"],
    [
      "Kindly check whether you've got a payment request for bill B1234321 and if you do, please pay it.",
      "check_payment_request + !make_payment",
    ],
    [
      "Can you please go to your phone's settings and check if \"Data Roaming\" is enabled? If it's disabled, please enable it.",
      "check_network_status + !toggle_roaming=on",
    ],
  ])("%s", (text, expected) => {
    expect(heard(phone, text)).toBe(expected);
  });
});

describe("asks whether it has been done, or for what can't be done here", () => {
  test.each([
    ["Please remove the VPN profile.", "check_vpn_status (unable)"],
    ["Did you restart your phone?", "~reboot_device"],
    ["Have you restarted your phone?", "~reboot_device"],
    ["Please reset your network settings.", "check_network_status (unable)"],
    ["Have you made the payment?", "~make_payment"],
    ["Were you able to restart the phone?", "~reboot_device"],
  ])("%s", (text, expected) => {
    expect(heard(phone, text)).toBe(expected);
  });
});

describe("goes on from the message before", () => {
  test.each([
    ["Is airplane mode on?", "Please turn it off.", "!toggle_airplane_mode=off"],
    ["Please run a speed test.", "Please run it again.", "run_speed_test"],
    ["Please run a speed test.", "Could you try once more?", "run_speed_test"],
    ["Could you tell me whether it's on or off?", "Could you check Wi-Fi?", "check_wifi_status"],
  ])("%s %s", (first, second, expected) => {
    expect(heard(phone, first, second)).toBe(expected);
  });
});

describe("asks nothing of its hands", () => {
  test.each([
    "I'll enable roaming on your line now.",
    "Would you like me to enable roaming for your line?",
    "Shall I enable data roaming on your account?",
    "Thanks for checking your status bar. I'll look into your account.",
    "Airplane mode disables all radios.",
    "May I have your phone number?",
    "Could you give me your full name and date of birth?",
    "How much data would you like to add?",
    "Would you like me to add 2 GB of data for $4.00?",
    "Are you currently abroad or at home?",
    "Is there anything else I can help you with?",
    "Please hold on while I check your data usage.",
    "Please wait a moment while I look at your account.",
    "The issue is that your data saver is on.",
    "Please clear the cache of your phone.",
    "Your line is suspended because of an overdue bill of $65.00. I can send you a payment request. Would you like me to do that?",
    "Can you confirm that the payment went through?",
    "Please don't turn off airplane mode.",
    "There's no need to restart the phone.",
    "Please check your data usage in the app.",
    "I checked your account: your line is active and data roaming is enabled on our side.",
    "Your plan includes 15 GB; you have used 8.7 GB. Data saver is a feature on your phone.",
    "I am about to do this: Enable roaming, with customer id: C110006; line id: L518913. Do you confirm (yes/no)?",
    "Here is what I will do:\n- Enable roaming for your line\n- Add 2 GB of data\n\nDo you confirm (yes/no)?",
    "**Summary**\n1. Enable data roaming on line L123\n2. Refuel 2 GB\n\nShall I proceed?",
    "To confirm: enable roaming and add 2 GB for $4.00. Is that correct?",
    "Is roaming enabled on your line?",
    "Shall I send the payment request for bill B123 ($65.00)?",
    "I'm going to do the following:\n1. Resume your line\n2. Ask you to restart your phone\nIs that okay?",
    "Could you insert your SIM card into another phone?",
    "I'm sorry to hear that. Let me look up your account. Could you please provide the phone number?",
    "Let me pull up your line details.",
    "Your line is active, but roaming is disabled on it. Would you like me to enable it? It's free of charge.",
    "What network are you connected to, 4G or 5G?",
    "You have used 15.1 GB of your 15 GB. I can add up to 2 GB. How much would you like?",
    "Your data is used up. Shall I add 2 GB for $4.00?",
    "Would you like to go ahead with adding 1 GB of data?",
    "Please confirm: add 2 GB of data to line 555-123-2002 for $4.00 (yes/no)?",
    "I'll transfer you to a human agent.",
    "Your SIM card is locked with a PUK code, which I can't unlock. I will transfer you to a human agent.",
  ])("%s", (text) => {
    expect(heard(phone, text)).toBe("");
  });
});

describe("in another domain", () => {
  test.each([
    ["Please log into your student portal and pay your outstanding balance of $320.00.", "!pay_balance"],
    ["You have a financial hold. Would you like to pay the balance now?", "!pay_balance"],
    ["You can pay your balance in the portal. Let me know once that's done.", "!pay_balance"],
    ["Please check your portal notifications.", "check_portal_notifications"],
    ["What notifications do you see?", "check_portal_notifications"],
    ["Could you sign the consent form for CS490-01 in your portal?", '!sign_consent_form{"section_id":"CS490-01"}'],
    [
      "I've requested the consent override for CS490-01. Please sign the consent form in the portal and tell me when it's done.",
      '!sign_consent_form{"section_id":"CS490-01"}',
    ],
    ["Please sign the consent form.", "!sign_consent_form ?section_id"],
    ["Please read me the verification code from your portal.", "read_verification_code"],
    ["For security, I need the six-digit code that your portal shows.", "read_verification_code"],
    ["Please accept the waitlist offer for CS201-02.", '!accept_waitlist_offer{"section_id":"CS201-02"}'],
    ["Could you confirm the advising meeting ADV-48213?", '!confirm_advising_meeting{"meeting_id":"ADV-48213"}'],
    ["Could you check which meetings are proposed?", "check_portal_notifications"],
    ["Please open your portal and look at which meetings your advisor proposes.", "check_portal_notifications"],
    ["Could you check your portal and tell me which meetings are proposed?", "check_portal_notifications"],
    [
      "In your portal, confirm meeting ADV-48213 and tell me when you have.",
      '!confirm_advising_meeting{"meeting_id":"ADV-48213"}',
    ],
    ["Please confirm the meeting on Friday at 9:30 in the portal.", "!confirm_advising_meeting ?meeting_id"],
    ["Please make the payment and tell me when that's done.", "!pay_balance"],
    ["Please accept the seat in your portal.", "!accept_waitlist_offer ?section_id"],
    ["Please log into your portal and tell me the 6-digit code you see there.", "read_verification_code"],
    ["Please open your portal and read me the code.", "read_verification_code"],
    ["May I ask for consent? You will need to sign a form afterwards.", ""],
    ["Please confirm one more time that you want this.", ""],
    ["Do you confirm that you want to be enrolled?", ""],
    ["Have you signed the consent form?", "~sign_consent_form"],
    ["Could you confirm that you want section CS201-02?", ""],
    ["Shall I enroll you in CS201-02 for credit?", ""],
    ["Your balance of $320.00 blocks the enrollment.", ""],
  ])("%s", (text, expected) => {
    expect(heard(portal, text)).toBe(expected);
  });
});

test.each([
  "airplane mode ",
  "turn off airplane mode, ",
  "if ",
  "can't access your phone ",
  "let me know once you have ",
  "mode: ",
])("half a million characters of '%s' are taken in at once", (text) => {
  const message = text.repeat(500_000 / text.length);
  const start = performance.now();
  heard(phone, `${message} Please restart your phone.`);
  // A hundred times what it takes; what grows with the square of the length would take minutes.
  expect(performance.now() - start).toBeLessThan(20_000);
  expect(heard(phone, `Please restart your phone. ${message}`)).toContain("!reboot_device");
});
