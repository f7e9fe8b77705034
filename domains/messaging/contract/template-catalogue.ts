/** Every message that the product sends, with the variables that its words may use. What a template may say is decided here, once. */

/** `time` is written in the company's time zone; `link` is an address that the receiver opens; `code` a number that proves something. */
export type VariableKind = 'text' | 'number' | 'time' | 'link' | 'code'

export interface VariableSpec {
  readonly label: string
  readonly kind: VariableKind
  /** What previews show. */
  readonly sample: string
  /** A template without it would be of no use: a code message without its code. */
  readonly isRequired?: boolean
  /** Opens something for whoever has it; masked in the outbox once the message has left. */
  readonly isSecret?: boolean
}

export interface MessageSpec {
  readonly name: string
  readonly group: string
  readonly variables: Readonly<Record<string, VariableSpec>>
  /** People cannot do without it, so it cannot be switched off. */
  readonly isEssential?: boolean
  /** Of no use minutes later. */
  readonly isShortLived?: boolean
  /** Whoever asked for it sits and waits: no quiet hours. */
  readonly isAwaited?: boolean
  /** Not sent any more from then on: the instant of a variable, or so many of its minutes from now, and so many hours more. */
  readonly usefulUntil?: { readonly variable: string; readonly moreHours?: number }
}

const staffName = { label: '收件人姓名', kind: 'text', sample: '张晓明' } as const
const examName = { label: '考试名称', kind: 'text', sample: '2026 年安全生产知识考试', isRequired: true } as const
const startTime = { label: '考试开始时间', kind: 'time', sample: '2026-12-01 09:00' } as const
const endTime = { label: '考试结束时间', kind: 'time', sample: '2026-12-01 11:00' } as const

const verdictText = { label: '裁定结论', kind: 'text', sample: '违规', isRequired: true } as const
const effectText = { label: '对成绩的影响', kind: 'text', sample: '成绩不变' } as const
const verdictLink = {
  label: '查看地址',
  kind: 'link',
  sample: 'https://exam.example.com/candidate/verdict/7Hk2mQ9xYz1',
} as const

const projectName = { label: '培训项目', kind: 'text', sample: '新员工培训', isRequired: true } as const
const periodText = { label: '培训时间', kind: 'text', sample: '2026-12-01 09:00 至 2026-12-31 18:00' } as const
const progress = { label: '完成进度（%）', kind: 'number', sample: '40' } as const
const projectLink = {
  label: '培训地址',
  kind: 'link',
  sample: 'https://exam.example.com/candidate/training/7Hk2mQ9xYz1',
} as const

export const messageCatalogue = {
  staffInvite: {
    name: '员工邀请',
    group: '账号',
    isEssential: true,
    usefulUntil: { variable: 'validUntil' },
    variables: {
      staffName,
      inviteLink: {
        label: '邀请链接',
        kind: 'link',
        sample: 'https://exam.example.com/s/7Hk2mQ9xYz1',
        isRequired: true,
        isSecret: true,
      },
      validUntil: { label: '链接有效期至', kind: 'time', sample: '2026-12-08 18:00' },
    },
  },
  verifyCode: {
    name: '验证码',
    group: '账号',
    isEssential: true,
    isShortLived: true,
    isAwaited: true,
    usefulUntil: { variable: 'minutes' },
    variables: {
      purpose: { label: '用途', kind: 'text', sample: '绑定手机号' },
      code: { label: '验证码', kind: 'code', sample: '628401', isRequired: true, isSecret: true },
      minutes: { label: '有效分钟数', kind: 'number', sample: '10' },
    },
  },
  passwordReset: {
    name: '密码重置',
    group: '账号',
    isEssential: true,
    isAwaited: true,
    usefulUntil: { variable: 'validUntil' },
    variables: {
      staffName,
      account: { label: '登录账号', kind: 'text', sample: 'zhangxm' },
      resetLink: {
        label: '设置密码链接',
        kind: 'link',
        sample: 'https://exam.example.com/s/Lq8Wn4rTb2c',
        isRequired: true,
        isSecret: true,
      },
      validUntil: { label: '链接有效期至', kind: 'time', sample: '2026-12-02 09:00' },
    },
  },
  examPublished: {
    name: '考试发布',
    group: '考试',
    usefulUntil: { variable: 'endTime' },
    variables: { staffName, examName, startTime, endTime },
  },
  quickMarking: {
    name: '快速阅卷邀请',
    group: '考试',
    usefulUntil: { variable: 'validUntil' },
    variables: {
      staffName,
      examName,
      markingLink: {
        label: '阅卷链接',
        kind: 'link',
        sample: 'https://exam.example.com/heExamines?token=7Hk2mQ9xYz17Hk2mQ9xYz1',
        isRequired: true,
        isSecret: true,
      },
      validUntil: { label: '链接有效期至', kind: 'time', sample: '2026-12-08 18:00' },
    },
  },
  examStart: {
    name: '考试开始提醒',
    group: '考试',
    usefulUntil: { variable: 'startTime' },
    variables: { staffName, examName, startTime, endTime },
  },
  deviceTrial: {
    name: '考前设备测试提醒',
    group: '考试',
    usefulUntil: { variable: 'startTime' },
    variables: {
      staffName,
      examName,
      startTime,
      trialLink: { label: '设备测试地址', kind: 'link', sample: 'https://exam.example.com/candidate/trial/7Hk2mQ9xYz1' },
    },
  },
  examEnd: {
    name: '考试结束',
    group: '考试',
    usefulUntil: { variable: 'endTime', moreHours: 24 },
    variables: { staffName, examName, endTime },
  },
  resultPublished: {
    name: '成绩发布',
    group: '考试',
    variables: {
      staffName,
      examName,
      score: { label: '得分', kind: 'text', sample: '86.5' },
      passText: { label: '是否合格', kind: 'text', sample: '合格' },
    },
  },
  analysisPublished: {
    name: '解析开放',
    group: '考试',
    variables: { staffName, examName },
  },
  verdictTold: {
    name: '考试裁定通知',
    group: '考试',
    variables: {
      staffName,
      examName,
      verdictText,
      reasonText: { label: '裁定原因', kind: 'text', sample: '使用通讯设备或其他软件' },
      toldText: { label: '告知考生的说明', kind: 'text', sample: '10:12 至 10:14 您使用了手机。' },
      effectText,
      appealText: { label: '申诉提示', kind: 'text', sample: '如有异议，请在 2026-12-08 18:00 前提出申诉。' },
      verdictLink,
    },
  },
  appealDecided: {
    name: '申诉结果通知',
    group: '考试',
    variables: {
      staffName,
      examName,
      verdictText,
      outcomeText: { label: '裁决结果', kind: 'text', sample: '撤销原裁定', isRequired: true },
      toldText: { label: '答复考生的说明', kind: 'text', sample: '经核实，手机未联网。' },
      effectText,
      verdictLink,
    },
  },
  reviewerAssigned: {
    name: '阅卷安排',
    group: '考试',
    variables: {
      staffName,
      examName,
      startTime,
      endTime,
      markingLink: { label: '阅卷地址', kind: 'link', sample: 'https://exam.example.com/application/ote/testMarking' },
    },
  },
  courseReminder: {
    name: '课程催学',
    group: '学习',
    variables: {
      staffName,
      courseName: { label: '课程名称', kind: 'text', sample: '安全生产培训', isRequired: true },
      progress: { label: '学习进度（%）', kind: 'number', sample: '40' },
      dueTime: { label: '完成期限', kind: 'text', sample: '2026-12-08 18:00' },
      courseLink: { label: '课程地址', kind: 'link', sample: 'https://exam.example.com/candidate/learn/7Hk2mQ9xYz1' },
    },
  },
  teacherFileEnds: {
    name: '讲师资质到期提醒',
    group: '讲师',
    variables: {
      staffName,
      teacherName: { label: '讲师姓名', kind: 'text', sample: '李明华' },
      fileName: { label: '档案名称', kind: 'text', sample: '高级电工证', isRequired: true },
      endDate: { label: '到期日期', kind: 'text', sample: '2026-12-31' },
      daysLeft: { label: '剩余天数', kind: 'number', sample: '30' },
    },
  },
  projectJoined: {
    name: '培训安排',
    group: '学习',
    variables: { staffName, projectName, periodText, projectLink },
  },
  projectBegun: {
    name: '培训开始',
    group: '学习',
    variables: { staffName, projectName, periodText, projectLink },
  },
  projectEnded: {
    name: '培训结束',
    group: '学习',
    variables: { staffName, projectName, progress, projectLink },
  },
  certificateExpiring: {
    name: '证书到期提醒',
    group: '证书',
    variables: {
      staffName,
      certificateName: { label: '证书名称', kind: 'text', sample: '安全生产合格证', isRequired: true },
      certificateNumber: { label: '证书编号', kind: 'text', sample: 'AQ-2026-0001' },
      validUntilText: { label: '有效期至', kind: 'text', sample: '2026年12月31日', isRequired: true },
      daysLeft: { label: '剩余天数', kind: 'number', sample: '30' },
      certificateLink: { label: '证书地址', kind: 'link', sample: 'https://exam.example.com/candidate/certificates' },
    },
  },
  projectReminder: {
    name: '培训提醒',
    group: '学习',
    variables: {
      staffName,
      projectName,
      progress,
      taskName: { label: '待完成的任务', kind: 'text', sample: '消防安全考试' },
      dueTime: { label: '完成期限', kind: 'text', sample: '2026-12-08 18:00' },
      projectLink,
    },
  },
  projectNotice: {
    name: '培训通知',
    group: '学习',
    variables: {
      staffName,
      projectName,
      title: { label: '标题', kind: 'text', sample: '面授改到二号会议室', isRequired: true },
      content: { label: '内容', kind: 'text', sample: '请提前十分钟到场签到。' },
      projectLink,
    },
  },
  questionReported: {
    name: '试题纠错',
    group: '题库',
    variables: {
      staffName,
      bankName: { label: '题库名称', kind: 'text', sample: '安全生产题库' },
      stem: { label: '题干', kind: 'text', sample: '有人触电时先做什么？' },
      kindText: { label: '纠错类型', kind: 'text', sample: '答案有误' },
      text: { label: '纠错说明', kind: 'text', sample: '正确答案应为 B' },
      reportLink: {
        label: '处理地址',
        kind: 'link',
        sample: 'https://exam.example.com/application/ote/practiceReport?of=mine',
      },
    },
  },
} as const satisfies Record<string, MessageSpec>

export type MessageKey = keyof typeof messageCatalogue

/** May be used in every template; the sender need not give it. */
export const commonVariables = {
  companyName: { label: '企业名称', kind: 'text', sample: '示例科技有限公司' },
  candidateLink: { label: '考生端地址', kind: 'link', sample: 'https://exam.example.com/candidate/' },
} as const satisfies Record<string, VariableSpec>

interface ValueOf {
  text: string
  number: number
  time: Date | string | null
  link: string
  code: string
}

type Specs<K extends MessageKey> = (typeof messageCatalogue)[K]['variables']
/** What a sender has to give: every variable of the message, of its kind. */
export type MessageVariables<K extends MessageKey = MessageKey> = K extends MessageKey
  ? {
      readonly [Name in keyof Specs<K>]: Specs<K>[Name] extends { kind: infer Kind extends VariableKind } ? ValueOf[Kind] : never
    }
  : never

export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(messageCatalogue, key)
}

export function messageSpecOf(key: MessageKey): MessageSpec {
  return messageCatalogue[key]
}

/** Until when a message with these values means something; undefined: for ever. */
export function usefulUntil(key: MessageKey, values: Readonly<Record<string, unknown>>, now: Date): Date | undefined {
  const spec: MessageSpec = messageCatalogue[key]
  if (!spec.usefulUntil) return undefined
  const { variable, moreHours = 0 } = spec.usefulUntil
  const value = values[variable]
  if (typeof value === 'number') return new Date(now.getTime() + value * 60_000)
  const instant = value instanceof Date || typeof value === 'string' ? new Date(value).getTime() : Number.NaN
  return Number.isNaN(instant) ? undefined : new Date(instant + moreHours * 3_600_000)
}

/** A message's own variables and those that every message has. */
export function variablesOf(key: MessageKey): Readonly<Record<string, VariableSpec>> {
  return { ...commonVariables, ...messageSpecOf(key).variables }
}

export const messageKeys: readonly MessageKey[] = Object.keys(messageCatalogue).filter(isMessageKey)
