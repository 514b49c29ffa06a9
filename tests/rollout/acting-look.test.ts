/** Requests to look at something, worded as models of many makes word them. */
import { afterAll, describe, expect, test } from "vitest";
import { deskOf, heard } from "../support/heard.ts";

const phone = await deskOf("telecom");
afterAll(async () => {
  await phone.close();
});

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
