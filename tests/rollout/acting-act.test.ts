/** Requests to do something, worded as models of many makes word them. */
import { afterAll, describe, expect, test } from "vitest";
import { deskOf, heard } from "../support/heard.ts";

const phone = await deskOf("telecom");
afterAll(async () => {
  await phone.close();
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
