/** What else the scripted user hears of requests for its own hands: several, none, earlier ones, another domain's. */
import { afterAll, describe, expect, test } from "vitest";
import { deskOf, heard } from "../support/heard.ts";

const phone = await deskOf("telecom");
const portal = await deskOf("university");
afterAll(async () => {
  await phone.close();
  await portal.close();
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
    "Is that also the number of the phone that can't send pictures?",
    "Which phone is it that fails to send pictures?",
    "Roaming is on for your line. Please remember to switch on data roaming on the phone as well when in Norway.",
    "Also, as you're in Spain, roaming has to be enabled for your line (free of charge). Shall I do it?",
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
