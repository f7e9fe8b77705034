import { defaultTimeZone, timeZones } from '@kaopei/contract'

/** What can be configured of a company: typed keys with their defaults. A value travels as text; `problemOf` judges it on both sides. */
export interface PartnerKey {
  readonly name: string
  readonly title: string
  readonly descript: string
  readonly kind: 'switch' | 'select' | 'text'
  readonly default: string
  /** Values of a switch or select with their words. */
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly longest: number
  /** Only the platform's own company may change it. */
  readonly isOfPlatform: boolean
}

const onOff = [
  { value: 'true', label: '开启' },
  { value: 'false', label: '关闭' },
]
/** In front, with their Chinese names; every other place by the name that the world calls its clocks by. */
const nearZones: readonly (readonly [string, string])[] = [
  ['Asia/Shanghai', '北京时间（UTC+8）'],
  ['Asia/Urumqi', '乌鲁木齐时间（UTC+6）'],
  ['Asia/Hong_Kong', '香港时间（UTC+8）'],
  ['Asia/Singapore', '新加坡时间（UTC+8）'],
  ['Asia/Tokyo', '东京时间（UTC+9）'],
  ['UTC', '协调世界时（UTC）'],
]

let zones: PartnerKey['options'] | undefined

/** Made when it is first asked for: the platform takes its time to list four hundred places. */
function zoneOptions(): PartnerKey['options'] {
  const near = nearZones.map(([value, label]) => ({ value, label }))
  const isNear = new Set(near.map(({ value }) => value))
  zones ??= [...near, ...timeZones().flatMap((name) => (isNear.has(name) ? [] : [{ value: name, label: name }]))]
  return zones
}

const quietHours = ['22:00-08:00', '22:00-07:00', '21:00-08:00', '20:00-08:00', '23:00-07:00', '12:00-14:00']

const toggle = { kind: 'switch', default: 'false', options: onOff, longest: 5 } as const

export const partnerKeys = [
  {
    ...toggle,
    name: 'programmingQuestion',
    title: '编程题',
    descript: '由平台管理员维护。编程题的自动判题尚未开放，暂不能开启。',
    isOfPlatform: true,
  },
  {
    ...toggle,
    name: 'widePhoneRule',
    title: '手机号宽松校验',
    descript: '关闭时手机号须为 13 至 18 开头；开启后 13 至 19 开头均可。',
    isOfPlatform: false,
  },
  {
    name: 'timeZone',
    title: '企业时区',
    descript: '时间的显示、导出、通知、按日统计与筛选、有效期都以此时区为准，夏令时自动换算。',
    kind: 'select',
    default: defaultTimeZone,
    get options() {
      return zoneOptions()
    },
    longest: 40,
    isOfPlatform: false,
  },
  {
    name: 'quietHours',
    title: '消息免打扰时段',
    descript: '时段内的短信和邮件等时段结束后发送；验证码、密码重置和时段结束前就会失效的消息不受影响。',
    kind: 'select',
    default: 'off',
    options: [{ value: 'off', label: '不启用' }, ...quietHours.map((value) => ({ value, label: value.replace('-', ' 至 ') }))],
    longest: 11,
    isOfPlatform: false,
  },
  {
    name: 'loginNotice',
    title: '登录页公告',
    descript: '显示在登录页企业名称下方，例如值班电话或停机维护时间；留空则不显示。',
    kind: 'text',
    default: '',
    options: [],
    longest: 200,
    isOfPlatform: false,
  },
] as const satisfies readonly PartnerKey[]

export type PartnerKeyName = (typeof partnerKeys)[number]['name']

export function findPartnerKey(name: string): ((typeof partnerKeys)[number] & PartnerKey) | undefined {
  return partnerKeys.find((key) => key.name === name)
}

/** What is wrong with a value of a key, in words; undefined when it may be stored. */
export function problemOfValue(key: PartnerKey, value: string): string | undefined {
  if (value.length > key.longest) return `${key.title}不超过${key.longest}个字符`
  if (key.options.length > 0 && !key.options.some((option) => option.value === value))
    return key.options.length > 20
      ? `${key.title}请从列表中选择`
      : `${key.title}请选择：${key.options.map(({ label }) => label).join('、')}`
  return undefined
}

/** A value in words. */
export function valueLabel(key: PartnerKey, value: string): string {
  return key.options.find((option) => option.value === value)?.label ?? value
}
