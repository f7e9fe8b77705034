import type { MessageDriver } from '../message-driver.ts'
import { aliyunSms } from './aliyun-sms.ts'
import { gatewaySms } from './gateway-sms.ts'
import type { SmsSettings } from './sms-settings.ts'
import { tencentSms } from './tencent-sms.ts'

/** How SMS leave the house by these settings. */
export function smsDriver(settings: SmsSettings): MessageDriver {
  switch (settings.provider) {
    case 'aliyun':
      return aliyunSms(settings)
    case 'tencent':
      return tencentSms(settings)
    case 'http':
      return gatewaySms(settings)
  }
}
