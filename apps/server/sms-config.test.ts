import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { smsSettingsOf } from './sms-config.ts'

const read = (env: Record<string, string>) => smsSettingsOf(readConfig(env))
const keys = { SMS_KEY_ID: 'i', SMS_KEY_SECRET: 's', SMS_SIGN_NAME: '考培' }

test('without SMS_PROVIDER nothing is carried', () => {
  expect(read({ SMS_KEY_ID: 'i' })).toBeUndefined()
})

test('each supplier has its own address unless another is named', () => {
  expect(read({ SMS_PROVIDER: 'aliyun', ...keys })).toMatchObject({
    endpoint: 'https://dysmsapi.aliyuncs.com',
    timeoutSeconds: 15,
  })
  const tencent = {
    SMS_PROVIDER: 'tencent',
    ...keys,
    SMS_APP_ID: '1',
    SMS_TEMPLATES: '{"verifyCode":{"id":"1","params":["code"]}}',
  }
  expect(read(tencent)).toMatchObject({
    endpoint: 'https://sms.tencentcloudapi.com',
    region: 'ap-guangzhou',
    templates: { verifyCode: { id: '1', params: ['code'] } },
  })
})

test.each([
  [{ SMS_PROVIDER: 'other' }, 'SMS_PROVIDER 应为 aliyun、tencent 或 http'],
  [{ SMS_PROVIDER: 'aliyun' }, 'SMS_KEY_ID：请填写此项'],
  [{ SMS_PROVIDER: 'tencent', ...keys }, 'SMS_APP_ID：请填写此项'],
  [{ SMS_PROVIDER: 'http', SMS_SECRET: 'x' }, 'SMS_URL：请填写此项'],
  [{ SMS_PROVIDER: 'aliyun', ...keys, SMS_TEMPLATES: 'SMS_1' }, 'SMS_TEMPLATES 应为 JSON'],
  [{ SMS_PROVIDER: 'aliyun', ...keys, SMS_TEMPLATES: '{"code":{"id":"1"}}' }, 'SMS_TEMPLATES'],
  [{ SMS_PROVIDER: 'aliyun', ...keys, SMS_TIMEOUT_SECONDS: '90' }, 'SMS_TIMEOUT_SECONDS'],
  [{ SMS_PROVIDER: 'aliyun', ...keys, SMS_ENDPOINT: 'http://sms.example.com' }, 'SMS_ENDPOINT 应为 https 网址'],
  [{ SMS_PROVIDER: 'http', SMS_SECRET: 'x', SMS_URL: 'https://{phone}.example.com/' }, 'SMS_URL 应为 https 网址'],
  [{ SMS_PROVIDER: 'http', SMS_SECRET: 'x', SMS_URL: 'https://a:b@sms.example.com/' }, 'SMS_URL 应为 https 网址'],
])('%j ends the start with %s', (env, words) => {
  expect(() => read(env)).toThrow(words)
})
