import type { AfterFailure } from '../message-driver.ts'

/**
 * What a supplier's answer means that is not a success. `later`: refused, for what passes or what an administrator can put right while the
 * message is still wanted. `never`: refused for good. `unknown`: the supplier failed itself and may have sent it all the same.
 */
export interface Outcome {
  readonly next: AfterFailure
  readonly reason: string
}

const later = (reason: string): Outcome => ({ next: 'later', reason })
const never = (reason: string): Outcome => ({ next: 'never', reason })
const doubtful = (reason: string): Outcome => ({ next: 'unknown', reason })

const tooOften = later('该号码短信发送过于频繁，已被运营商限制，稍后自动重试')
const busy = later('短信服务商限制了发送速度，稍后自动重试')
const quota = later('短信发送量已达服务商设置的上限')
const noMoney = later('短信服务商账户余额不足或已停机，请充值')
const noRight = later('短信服务商拒绝登录，请检查密钥、权限、应用编号和服务器时间')
const badPhone = never('手机号格式不正确或不受短信服务商支持')
const badTemplate = never('短信模板不存在或未通过服务商审核，请检查模板编号')
const badSign = never('短信签名不存在或未通过服务商审核，请检查签名')
const badValues = never('短信内容与服务商审核的模板不符，请检查模板变量')
const badWords = never('短信内容含有服务商不允许的字词或网址')
const blocked = never('该号码已被服务商列入黑名单或退订')
const ownFault = doubtful('短信服务商内部出错')
/** The same call had reached it before. */
const heardBefore = doubtful('短信服务商已收到过同一请求')

type Table = readonly (readonly [RegExp, Outcome])[]

/** 阿里云 SendSms: help.aliyun.com/zh/sms/developer-reference/api-error-codes */
const aliyun: Table = [
  [/^isv\.(BUSINESS_LIMIT_CONTROL|SMS_OVER_LIMIT)$/, tooOften],
  [/^isv\.(DAY|MONTH)_LIMIT_CONTROL$/, quota],
  [/^isv\.(MOBILE_NUMBER_ILLEGAL|MOBILE_COUNT_OVER_LIMIT|INVALID_PHONE_NUMBER|DOMESTIC_NUMBER_NOT_SUPPORTED)/, badPhone],
  [/^isv\.(SMS_TEMPLATE_ILLEGAL|TEMPLATE_NOT_FOUND|SMS_TEST_)/, badTemplate],
  [/^isv\.(SMS_SIGN|SIGN_)/, badSign],
  [/^isv\.(TEMPLATE_|INVALID_JSON_PARAM|INVALID_PARAMETERS|PARAM_LENGTH_LIMIT)/, badValues],
  [/^isv\.(BLACK_KEY_CONTROL_LIMIT|PARAM_NOT_SUPPORT_URL|SMS_CONTENT)/, badWords],
  [/^isv\.(PHONENUMBER_IN_BLACKLIST|MOBILE_IN_BLACK)/, blocked],
  [/^isv\.(AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE|PRODUCT_UN_?SUBSCRI|ACCOUNT_)/, noMoney],
  [/^isv\.DENY_IP_RANGE|^isp\.RAM_PERMISSION_DENY/, noRight],
  [
    /^(InvalidAccessKeyId|SignatureDoesNotMatch|Forbidden|NoPermission|IncompleteSignature|InvalidTimeStamp|InvalidSecurityToken)/,
    noRight,
  ],
  [/^SignatureNonceUsed/, heardBefore],
  [/^Throttling/, busy],
  [/^(isp\.|InternalError|ServiceUnavailable)/, ownFault],
]

/** 腾讯云 SendSms: cloud.tencent.com/document/product/382/55981, and the codes that every call may answer. */
const tencent: Table = [
  [/^LimitExceeded\.(PhoneNumber(?!CountLimit)|DeliveryFrequencyLimit)|^FailedOperation\.MarketingSendTimeConstraint/, tooOften],
  [/^LimitExceeded\.(App|Daily)/, quota],
  [
    /^(InvalidParameterValue\.IncorrectPhoneNumber|UnsupportedOperation|LimitExceeded\.PhoneNumberCountLimit|MissingParameter\.EmptyPhone)/,
    badPhone,
  ],
  [
    /^(FailedOperation\.Template(IncorrectOrUnapproved|UnapprovedOrNotExist|IdNotExist)|InvalidParameterValue\.TemplateId)/,
    badTemplate,
  ],
  [/^FailedOperation\.(SignatureIncorrectOrUnapproved|MissingSignature)/, badSign],
  [
    /^InvalidParameterValue\.(SdkAppIdNotExist)|^(AuthFailure|UnauthorizedOperation\.(?!SerivceSuspend))|^InternalError\.Sig/,
    noRight,
  ],
  [
    /^(FailedOperation\.(TemplateParamSetNotMatchApprovedTemplate|FailResolvePacket|JsonParseFail)|InvalidParameter|MissingParameter|UnknownParameter)/,
    badValues,
  ],
  [/^FailedOperation\.(ContainSensitiveWord|ForbidAddMarketing)/, badWords],
  [/^FailedOperation\.PhoneNumber(In|On)Blacklist/, blocked],
  [
    /^FailedOperation\.(InsufficientBalanceInSmsPackage|NotEnterpriseCertification)|^UnauthorizedOperation\.SerivceSuspendDueToArrears/,
    noMoney,
  ],
  [/^(RequestLimitExceeded|LimitExceeded)/, busy],
  [/^(InternalError|FailedOperation\.(OtherError|ParametersOtherError)|ResourceUnavailable)/, ownFault],
]

export function aliyunOutcome(code: string, status: number): Outcome {
  return outcomeOf(aliyun, code, status)
}

export function tencentOutcome(code: string, status: number): Outcome {
  return outcomeOf(tencent, code, status)
}

/** A refusal in a code that nobody knew of is one all the same: tried again while there are tries, shown as it is. */
function outcomeOf(table: Table, code: string, status: number): Outcome {
  const known = table.find(([pattern]) => pattern.test(code))?.[1]
  const { next, reason } = known ?? (status >= 500 ? ownFault : later('短信服务商拒绝发送'))
  return { next, reason: `${reason}（${code.slice(0, 80)}）` }
}

/** Any gateway, by its HTTP status alone. Of 408 and 5xx, also of 502 to 504, nobody knows what stood behind has done. */
export function gatewayOutcome(status: number): Outcome {
  if (status === 429) return later('短信网关限制了发送速度，稍后自动重试')
  if (status === 401 || status === 403) return later('短信网关拒绝登录，请检查密钥')
  if (status >= 300 && status < 400) return later('短信网关的地址已变更，请修改设置')
  if (status === 408 || status >= 500) return doubtful('短信网关出错')
  return never('短信网关拒绝发送')
}

const beforeAsking: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** A call without an answer: whether the supplier can have heard it. Certificates are looked at before anything is said. */
export function outcomeOfSilence(code: string): Outcome {
  if (beforeAsking.has(code)) return later('无法连接短信服务商，稍后自动重试')
  if (/CERT|SELF_SIGNED|ALTNAME|UNABLE_TO|^ERR_TLS|^ERR_SSL/.test(code)) return later('与短信服务商的加密连接失败，请检查证书')
  return doubtful('短信服务商没有答复')
}
