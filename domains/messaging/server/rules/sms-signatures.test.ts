import { expect, test } from 'vitest'
import { acs3Headers, queryText } from './acs3-signature.ts'
import { tc3Headers } from './tc3-signature.ts'

test('the example that 阿里云 publishes of its signature comes out as published', () => {
  const call = {
    method: 'POST',
    host: 'ecs.cn-shanghai.aliyuncs.com',
    action: 'RunInstances',
    version: '2014-05-26',
    query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
    body: '',
    at: new Date('2023-10-26T10:22:32Z'),
    nonce: '3156853299f313e23d1673dc12e1703d',
  } as const
  expect(acs3Headers(call, { id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' }).authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
})

test('the example that 腾讯云 publishes of its signature comes out as published', () => {
  const call = {
    host: 'cvm.tencentcloudapi.com',
    service: 'cvm',
    action: 'DescribeInstances',
    version: '2017-03-12',
    region: 'ap-guangzhou',
    body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
    at: new Date(1_551_113_065_000),
  }
  const keys = { id: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE', secret: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE' }
  expect(tc3Headers(call, keys).authorization).toBe(
    'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
  )
})

test('a query is ordered and escaped as both sides of a signature expect', () => {
  expect(queryText({ b: "a b*~!'()", a: '考' })).toBe('a=%E8%80%83&b=a%20b%2A~%21%27%28%29')
})
