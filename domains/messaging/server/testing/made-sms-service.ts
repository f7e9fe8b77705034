import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What a supplier does with one call: takes it, answers something else (`{text}` repeats the message), says nothing, or hangs up;
 * `…AfterTaking` sends the message first.
 */
export type Behaviour =
  | { readonly status: number; readonly body: string }
  | 'silent'
  | 'hangUp'
  | 'silentAfterTaking'
  | 'hangUpAfterTaking'

export interface TakenSms {
  readonly phone: string
  readonly template: string
  readonly signName: string
  readonly values: readonly string[]
  readonly text: string
}

export interface SmsStandIn {
  readonly url: string
  readonly taken: readonly TakenSms[]
  /** Calls that came, taken or not. */
  readonly callCount: () => number
  /** For the next call alone. */
  readonly behaveNext: (behaviour: Behaviour) => void
  readonly close: () => Promise<void>
}

/** What a stand-in knows of its customer, as its own console would show it. */
export interface Customer {
  readonly keyId: string
  readonly keySecret: string
  readonly appId: string
  readonly templates: readonly string[]
  readonly signName: string
}

interface Call {
  readonly request: IncomingMessage
  readonly url: URL
  readonly body: string
}

/** What its rules make of a call: a message to send, or the documented answer to a mistake. */
type Judgement = { readonly sms: TakenSms } | { readonly status: number; readonly body: string }
type Judge = (call: Call) => Judgement

async function open(judge: Judge, success: (sms: TakenSms) => string): Promise<SmsStandIn> {
  const taken: TakenSms[] = []
  let next: Behaviour | undefined
  let calls = 0
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    calls += 1
    const behaviour = next
    next = undefined
    const body = Buffer.concat(chunks).toString('utf8')
    const judgement = judge({ request, body, url: new URL(request.url ?? '/', `http://${request.headers.host}`) })
    const isTaken =
      'sms' in judgement && (behaviour === undefined || (typeof behaviour === 'string' && behaviour.endsWith('Taking')))
    if (isTaken) taken.push(judgement.sms)
    if (behaviour === 'silent' || behaviour === 'silentAfterTaking') return
    if (behaviour === 'hangUp' || behaviour === 'hangUpAfterTaking') return void request.socket.destroy()
    if (!('sms' in judgement)) return void response.writeHead(judgement.status, json).end(judgement.body)
    if (behaviour)
      return void response.writeHead(behaviour.status, json).end(behaviour.body.replace('{text}', judgement.sms.text))
    response.writeHead(200, json).end(success(judgement.sms))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo // listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    taken,
    callCount: () => calls,
    behaveNext: (behaviour) => {
      next = behaviour
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

const json = { 'content-type': 'application/json;charset=utf-8' }
const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text, 'utf8')
const headerOf = (request: IncomingMessage, name: string) => String(request.headers[name] ?? '')

/** 阿里云短信: the signature is worked out anew from what arrived, in the order that its header names. */
export function openAliyun(customer: Customer): Promise<SmsStandIn> {
  const refuse = (status: number, code: string, words = '…') => ({
    status,
    body: JSON.stringify({ RequestId: '68A40250-50CD-034C-B728-0BD135850177', Code: code, Message: words }),
  })
  const judge: Judge = ({ request, url, body }) => {
    const said = headerOf(request, 'authorization')
    const [, keyId, names = '', signature] =
      /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(said) ?? []
    if (keyId !== customer.keyId) return refuse(404, 'InvalidAccessKeyId.NotFound', 'Specified access key is not found.')
    const age = Math.abs(Date.now() - Date.parse(headerOf(request, 'x-acs-date')))
    if (!(age < 900_000)) return refuse(400, 'InvalidTimeStamp.Expired')
    const query = url.search.slice(1).split('&').toSorted().join('&')
    const headers = names.split(';').map((name) => `${name}:${headerOf(request, name).trim()}\n`)
    const canonical = `${request.method}\n${url.pathname}\n${query}\n${headers.join('')}\n${names}\n${sha256(body)}`
    const right = hmac(customer.keySecret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).digest('hex')
    if (signature !== right || headerOf(request, 'x-acs-content-sha256') !== sha256(body))
      return refuse(400, 'SignatureDoesNotMatch', 'Specified signature is not matched with our calculation.')
    if (headerOf(request, 'x-acs-action') !== 'SendSms' || headerOf(request, 'x-acs-version') !== '2017-05-25')
      return refuse(404, 'InvalidAction.NotFound')
    const given = (name: string) => url.searchParams.get(name) ?? ''
    if (!/^1\d{10}$/.test(given('PhoneNumbers'))) return refuse(200, 'isv.MOBILE_NUMBER_ILLEGAL', '非法手机号')
    if (given('SignName') !== customer.signName) return refuse(200, 'isv.SMS_SIGNATURE_ILLEGAL', '该账号下找不到对应签名')
    if (!customer.templates.includes(given('TemplateCode')))
      return refuse(200, 'isv.SMS_TEMPLATE_ILLEGAL', '该账号下找不到对应模板')
    const values = Object.values(JSON.parse(given('TemplateParam') || '{}')).map(String)
    return {
      sms: { phone: given('PhoneNumbers'), template: given('TemplateCode'), signName: given('SignName'), values, text: '' },
    }
  }
  const success = () =>
    JSON.stringify({
      Code: 'OK',
      Message: 'OK',
      BizId: '900619746936498440^0',
      RequestId: 'F655A8D5-B967-440B-8683-DAD6FF8DE990',
    })
  return open(judge, success)
}

/** 腾讯云短信: TC3, with the key derived from the day, the service and the customer's secret. */
export function openTencent(customer: Customer): Promise<SmsStandIn> {
  const refuse = (code: string, words = '…') => ({
    status: 200,
    body: JSON.stringify({
      Response: { Error: { Code: code, Message: words }, RequestId: 'a0aabda6-cf91-4f3e-a81f-9198114a2279' },
    }),
  })
  const judge: Judge = ({ request, body }) => {
    const said = headerOf(request, 'authorization')
    const [, keyId, day = '', service = '', names = '', signature] =
      /^TC3-HMAC-SHA256 Credential=([^/]+)\/([\d-]+)\/(\w+)\/tc3_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        said,
      ) ?? []
    if (keyId !== customer.keyId) return refuse('AuthFailure.SecretIdNotFound')
    const at = headerOf(request, 'x-tc-timestamp')
    if (!(Math.abs(Date.now() / 1000 - Number(at)) < 300)) return refuse('AuthFailure.SignatureExpire')
    const headers = names.split(';').map((name) => `${name}:${headerOf(request, name).trim()}\n`)
    const canonical = `${request.method}\n/\n\n${headers.join('')}\n${names}\n${sha256(body)}`
    const key = hmac(hmac(hmac(`TC3${customer.keySecret}`, day).digest(), service).digest(), 'tc3_request').digest()
    const right = hmac(key, `TC3-HMAC-SHA256\n${at}\n${day}/${service}/tc3_request\n${sha256(canonical)}`).digest('hex')
    if (signature !== right || service !== 'sms') return refuse('AuthFailure.SignatureFailure')
    if (headerOf(request, 'x-tc-action') !== 'SendSms' || headerOf(request, 'x-tc-version') !== '2021-01-11')
      return refuse('InvalidAction')
    if (headerOf(request, 'x-tc-region') === '') return refuse('MissingParameter')
    const given = JSON.parse(body)
    if (given.SmsSdkAppId !== customer.appId) return refuse('UnauthorizedOperation.SmsSdkAppIdVerifyFail')
    const [phone = ''] = given.PhoneNumberSet
    const state = tencentStateOf(given, phone, customer)
    if (state !== 'Ok') return { status: 200, body: tencentAnswer(phone, state) }
    const { TemplateId: template, SignName: signName, TemplateParamSet: values } = given
    return { sms: { phone: phone.replace('+86', ''), template, signName, values, text: '' } }
  }
  return open(judge, ({ phone }) => tencentAnswer(`+86${phone}`, 'Ok'))
}

function tencentStateOf(given: { SignName: string; TemplateId: string }, phone: string, customer: Customer): string {
  if (!/^\+861\d{10}$/.test(phone)) return 'InvalidParameterValue.IncorrectPhoneNumber'
  if (given.SignName !== customer.signName) return 'FailedOperation.SignatureIncorrectOrUnapproved'
  return customer.templates.includes(given.TemplateId) ? 'Ok' : 'FailedOperation.TemplateIncorrectOrUnapproved'
}

/** One phone's state; refused ones have a number of their own too. */
export function tencentAnswer(phone: string, code: string): string {
  const isOk = code === 'Ok'
  const SerialNo = isOk ? '5000:1045710669157053657849499619' : ''
  const status = {
    SerialNo,
    PhoneNumber: phone,
    Fee: isOk ? 1 : 0,
    SessionContext: '',
    Code: code,
    Message: isOk ? 'send success' : '…',
    IsoCode: 'CN',
  }
  return JSON.stringify({ Response: { SendStatusSet: [status], RequestId: 'a0aabda6-cf91-4f3e-a81f-9198114a2279' } })
}

/** A plain gateway: JSON by POST with a secret in a header. */
export function openGateway(secret: string): Promise<SmsStandIn> {
  const judge: Judge = ({ request, body, url }) => {
    if (headerOf(request, 'authorization') !== secret) return { status: 401, body: '{"error":"bad key"}' }
    const given = request.method === 'GET' ? Object.fromEntries(url.searchParams) : JSON.parse(body)
    const { phone, content: text, templateId: template = '', signName = '', params = {} } = given
    if (!/^1\d{10}$/.test(phone)) return { status: 422, body: JSON.stringify({ error: `bad phone ${phone} for: ${text}` }) }
    return { sms: { phone, template, signName, values: Object.values(params).map(String), text } }
  }
  return open(judge, () => '{"ok":true,"id":"gw-77"}')
}
