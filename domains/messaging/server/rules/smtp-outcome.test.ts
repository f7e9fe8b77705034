import { expect, test } from 'vitest'
import { smtpOutcome } from './smtp-outcome.ts'

test.each([
  [{ code: 'ECONNECTION' }, false, 'later', '无法连接邮件服务器'],
  [{ code: 'ESOCKET' }, true, 'unknown', '无法连接邮件服务器'],
  [{ code: 'ETIMEDOUT' }, false, 'later', '邮件服务器没有响应'],
  [{ code: 'ETIMEDOUT' }, true, 'unknown', '邮件服务器没有响应'],
  [{ code: 'EDNS' }, false, 'later', '找不到邮件服务器，请检查其地址'],
  [
    { code: 'EAUTH', responseCode: 535, response: '535 5.7.8 bad credentials' },
    false,
    'later',
    '邮件服务器拒绝登录，请检查发信账号和密码（535 5.7.8 bad credentials）',
  ],
  [{ code: 'EPROTOCOL', responseCode: 554, response: '554 no service' }, false, 'later', '邮件服务器出错（554 no service）'],
  [
    { code: 'EENVELOPE', responseCode: 550, response: '550-no\r\n550 such user' },
    false,
    'never',
    '收件地址或发件地址被邮件服务器拒绝（550-no 550 such user）',
  ],
  [
    { code: 'EENVELOPE', responseCode: 450, response: '450 greylisted' },
    false,
    'later',
    '收件地址或发件地址被邮件服务器拒绝（450 greylisted）',
  ],
  [{ code: 'EMESSAGE', responseCode: 552, response: '552 spam' }, true, 'never', '邮件内容被邮件服务器拒绝（552 spam）'],
  [{ code: 'EMESSAGE', responseCode: 451, response: '451 busy' }, true, 'later', '邮件内容被邮件服务器拒绝（451 busy）'],
  [{}, false, 'later', '邮件服务器出错'],
  [{}, true, 'unknown', '邮件服务器出错'],
])('after %o (content handed over: %s) it is tried %s', (trouble, hasBegun, next, reason) =>
  expect(smtpOutcome(trouble, hasBegun)).toEqual({ next, reason }),
)
