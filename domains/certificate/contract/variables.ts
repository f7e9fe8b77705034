/** What a certificate's words can say of its holder: typed, with the values that previews are made with. */

export type VariableKind = 'text' | 'number' | 'date' | 'code'

interface Variable {
  readonly label: string
  readonly kind: VariableKind
  readonly usual: string
  /** As long as it may become. */
  readonly longest: string
  /** Characters that few fonts have; the usual where there are none. */
  readonly rarest?: string
  /** Where nothing is known: what stands there then. */
  readonly emptiest: string
}

const longName = '阿卜杜热合曼·麦麦提吐尔逊·买买提明江·艾合买提·阿卜杜克热木·玉素甫江·阿不都拉·吐尔逊江·艾尼'

export const variables = {
  name: { label: '姓名', kind: 'text', usual: '张晓明', longest: longName, rarest: '㛃𬭚·𠮷', emptiest: '王' },
  number: {
    label: '证书编号',
    kind: 'code',
    usual: 'AQ-2026-0001',
    longest: '安全生产培训合格〔2026〕第 1234567890 号',
    emptiest: '1',
  },
  issuedOn: { label: '签发日期', kind: 'date', usual: '2026年12月1日', longest: '2026年12月31日', emptiest: '2026年1月1日' },
  validUntil: { label: '有效期至', kind: 'date', usual: '2028年12月1日', longest: '2028年12月31日', emptiest: '长期有效' },
  source: {
    label: '依据',
    kind: 'text',
    usual: '2026 年安全生产知识考试',
    longest: '2026 年度集团公司全体在岗员工安全生产、职业健康、消防与应急处置综合知识及操作规范年度统一考试（第二批次补考）',
    emptiest: '',
  },
  score: { label: '成绩', kind: 'number', usual: '92.5', longest: '1000.25', emptiest: '' },
  level: { label: '等级', kind: 'text', usual: '优秀', longest: '特级技师（高级专业技术资格）', emptiest: '' },
  department: {
    label: '部门',
    kind: 'text',
    usual: '生产运营部',
    longest: '华东区域生产运营与供应链管理中心设备维护保障部第三作业区综合办公室',
    rarest: '㛃塬作业区',
    emptiest: '',
  },
  jobNumber: { label: '工号', kind: 'code', usual: 'A00128', longest: 'ABCDEFGH-2026-0001289', emptiest: '' },
  company: {
    label: '颁发单位',
    kind: 'text',
    usual: '示例科技有限公司',
    longest: '示例国际能源装备制造与工程技术服务（集团）股份有限公司华东分公司',
    emptiest: '示例公司',
  },
  remark: {
    label: '备注',
    kind: 'text',
    usual: '',
    longest: '本证书仅在颁发单位及其所属企业范围内有效，持证人应按规定参加复训并接受检查。',
    emptiest: '',
  },
  code: { label: '验证码', kind: 'code', usual: '7K3M9QXV2TBH5RWC', longest: '7K3M9QXV2TBH5RWC', emptiest: '7K3M9QXV2TBH5RWC' },
  link: {
    label: '验证地址',
    kind: 'code',
    usual: 'https://exam.example.com/certificate/7K3M9QXV2TBH5RWC',
    longest: 'https://training.subsidiary.example-group.com/certificate/7K3M9QXV2TBH5RWC',
    emptiest: 'https://a.cn/certificate/7K3M9QXV2TBH5RWC',
  },
} as const satisfies Record<string, Variable>

export type VariableName = keyof typeof variables
export const variableNames = Object.keys(variables) as readonly VariableName[] // the keys of the table above, which types do not keep

/** What stands on a certificate, by variable. */
export type Values = Readonly<Record<VariableName, string>>

export const previewKinds = ['usual', 'longest', 'rarest', 'emptiest'] as const
export type PreviewKind = (typeof previewKinds)[number]
export const previewWords: Readonly<Record<PreviewKind, string>> = {
  usual: '常见',
  longest: '最长',
  rarest: '生僻字',
  emptiest: '最少',
}

export function previewValues(kind: PreviewKind): Values {
  const of = (variable: Variable) => (kind === 'rarest' ? (variable.rarest ?? variable.usual) : variable[kind])
  return Object.fromEntries(variableNames.map((name) => [name, of(variables[name])])) as Values // every name has its value
}

export const samplePhoto = 'sample'
/** The least that can stand on one is no photo. */
export const previewPhoto = (kind: PreviewKind): string | null => (kind === 'emptiest' ? null : samplePhoto)

const byLabel: ReadonlyMap<string, VariableName> = new Map(variableNames.map((name) => [variables[name].label, name]))

const hole = /\{\{([^{}]*)\}\}/g

/** `{{姓名}}` becomes its value; a name that is none stays as it is, and is a fault of the layout. */
export function fillIn(text: string, values: Values): string {
  return text.replace(hole, (whole, label: string) => {
    const name = byLabel.get(label.trim())
    return name === undefined ? whole : values[name]
  })
}

export function namesIn(text: string): { readonly known: readonly VariableName[]; readonly unknown: readonly string[] } {
  const labels = [...text.matchAll(hole)].map(([, label = '']) => label.trim())
  return {
    known: labels.flatMap((label) => byLabel.get(label) ?? []),
    unknown: labels.filter((label) => !byLabel.has(label)),
  }
}
