/**
 * How a question is scored, versioned apart from its content. Scores are integers of 0.01 point; parameters that
 * are points (`…Hundredths`) are absolute, as Chinese authors write them ("少选得 2 分"), and never lift a score over its full mark.
 */
import { recordOf } from '@kaopei/contract'
import { z } from 'zod'
import { questionType } from './question-type.ts'

const points = z.int().min(0).max(100_000)
/** Parts of a question by their id; more than any question has. */
const byPart = <Value extends z.ZodType>(value: Value) => recordOf(z.string().max(40), value, 200)
const weightById = byPart(z.int().min(0).max(1_000_000))

/**
 * Points taken off for a wrong answer; a blank answer never loses any. The floor has to be chosen:
 * `question` – the question never falls below 0; `paper` – the question may be negative, the paper's total may not.
 */
export const negativeMarking = z.object({ penaltyHundredths: z.int().min(1).max(100_000), floor: z.enum(['question', 'paper']) })
export type NegativeMarking = z.infer<typeof negativeMarking>

export const negativeFloorLabels: Record<NegativeMarking['floor'], string> = { question: '单题最低 0 分', paper: '整卷最低 0 分' }

const negative = negativeMarking.nullable().default(null)

const singleRule = z.object({ type: z.literal(questionType.single), mode: z.literal('exact'), negative })
const judgementRule = z.object({ type: z.literal(questionType.judgement), mode: z.literal('exact'), negative })

/** The eight readings of "partly right"; the table with their sources is in the room's README. F full mark, C correct, S chosen. */
const multipleBase = { type: z.literal(questionType.multiple), negative }
export const multipleRule = z.discriminatedUnion('mode', [
  z.object({ ...multipleBase, mode: z.literal('exact') }),
  /** Each chosen correct option earns its own points, else `eachHundredths`, else F/|C|. */
  z.object({
    ...multipleBase,
    mode: z.literal('perOption'),
    eachHundredths: points.nullable(),
    byOption: byPart(points).default({}),
  }),
  /** `partialHundredths` null: half of F, whole points, .5 upwards; nothing when F is at most 1 point (问卷星). */
  z.object({ ...multipleBase, mode: z.literal('fixedPartial'), partialHundredths: points.nullable() }),
  z.object({ ...multipleBase, mode: z.literal('proportional') }),
  z.object({ ...multipleBase, mode: z.literal('net') }),
  z.object({ ...multipleBase, mode: z.literal('coverage') }),
  z.object({ ...multipleBase, mode: z.literal('eachAnswer') }),
  /** Fractions of F by option id; distractors must be negative, or ticking everything earns everything. */
  z.object({ ...multipleBase, mode: z.literal('weighted'), fractions: byPart(z.number().min(-1).max(1)) }),
])
export type MultipleRule = z.infer<typeof multipleRule>

/** The steps that make two writings of one answer equal, each a switch. There is no NFKC: x² is not x2. */
export const normaliseSwitches = z.object({
  trim: z.boolean().default(true),
  /** `removeAll` suits Chinese; `collapse` suits answers of several Latin words. */
  spaces: z.enum(['keep', 'collapse', 'removeAll']).default('removeAll'),
  foldWidth: z.boolean().default(true),
  foldCase: z.boolean().default(true),
  foldPunctuation: z.boolean().default(true),
  traditionalToSimplified: z.boolean().default(false),
  /** The next two serve numeric blanks alone. */
  dropThousands: z.boolean().default(true),
  chineseNumerals: z.boolean().default(true),
})
export type NormaliseSwitches = z.infer<typeof normaliseSwitches>

export const chineseNormalisation: NormaliseSwitches = normaliseSwitches.parse({})

export const normaliseSwitchLabels: Record<keyof NormaliseSwitches, string> = {
  trim: '忽略首尾空格',
  spaces: '空格处理',
  foldWidth: '忽略全角与半角的差别',
  foldCase: '忽略大小写',
  foldPunctuation: '忽略中英文标点的差别',
  traditionalToSimplified: '繁体按简体比较',
  dropThousands: '数值忽略千位分隔符',
  chineseNumerals: '数值接受中文数字',
}

export const spacesLabels: Record<NormaliseSwitches['spaces'], string> = {
  keep: '保留',
  collapse: '合并为一个',
  removeAll: '全部忽略',
}

const blankRule = z.object({
  type: z.literal(questionType.blank),
  mode: z.enum(['perBlank', 'allOrNothing']),
  /** blank id → weight; a blank without one weighs 1. */
  weights: weightById.default({}),
  normalise: normaliseSwitches.default(chineseNormalisation),
})

const programmingRule = z.object({ type: z.literal(questionType.programming), mode: z.enum(['weightedCases', 'allOrNothing']) })
const shortRule = z.object({ type: z.literal(questionType.short), mode: z.literal('manual') })

const dropdownRule = z.object({
  type: z.literal(questionType.dropdown),
  mode: z.enum(['perGap', 'allOrNothing']),
  /** gap id → weight; a gap without one weighs 1. */
  weights: weightById.default({}),
  /** Taken off for each gap filled wrongly (`perGap`), or once (`allOrNothing`). */
  negative,
})

export const scoringRule = z.union([singleRule, judgementRule, multipleRule, blankRule, programmingRule, shortRule, dropdownRule])
export type ScoringRule = z.infer<typeof scoringRule>
export type RuleOf<T extends ScoringRule['type']> = Extract<ScoringRule, { type: T }>
export type ScoringMode = ScoringRule['mode']

export const multipleModes = [
  'exact',
  'perOption',
  'fixedPartial',
  'proportional',
  'net',
  'coverage',
  'eachAnswer',
  'weighted',
] as const satisfies readonly MultipleRule['mode'][]

export const scoringModeLabels: Record<ScoringMode, string> = {
  exact: '全对得分',
  perOption: '少选得部分分',
  fixedPartial: '少选得固定分',
  proportional: '按比例得分',
  net: '对错相抵',
  coverage: '按命中率得分',
  eachAnswer: '逐项判分',
  weighted: '按选项权重',
  perBlank: '按空得分',
  allOrNothing: '全对才得分',
  weightedCases: '按用例得分',
  manual: '人工阅卷',
  perGap: '按空得分',
}

/** What a mode does, in the words of the author's screen. */
export const scoringModeHints: Record<ScoringMode, string> = {
  exact: '所选与答案完全一致得满分，多选、少选、错选均不得分。',
  perOption: '全部选对得满分；少选时每选对一项得该项分值；有错选不得分。',
  fixedPartial: '全部选对得满分；少选得固定分值；有错选不得分。',
  proportional: '按选对的比例得分；有错选不得分。',
  net: '选对项数减去选错项数，再按正确项总数折算，最低 0 分。',
  coverage: '选对比例乘以所选项中的正确比例。',
  eachAnswer: '每个选项判断“该选则选、不该选则不选”，按判断正确的比例得分；未作答不得分。',
  weighted: '按所选各项的权重之和得分，错误项须设为负权重，结果限于 0 到满分之间。',
  perBlank: '每空独立得分。',
  allOrNothing: '全部正确才得满分，否则不得分。',
  weightedCases: '按通过的测试用例权重得分。',
  manual: '由阅卷人按得分点评分。',
  perGap: '每空独立得分。',
}

/** The rule of a question whose author chose none. */
export function defaultScoringRule<T extends ScoringRule['type']>(type: T): RuleOf<T>
export function defaultScoringRule(type: ScoringRule['type']): ScoringRule {
  switch (type) {
    case 1:
      return { type, mode: 'exact', negative: null }
    case 2:
      return { type, mode: 'exact', negative: null }
    case 3:
      return { type, mode: 'exact', negative: null }
    case 4:
      return { type, mode: 'perBlank', weights: {}, normalise: chineseNormalisation }
    case 5:
      return { type, mode: 'weightedCases' }
    case 6:
      return { type, mode: 'manual' }
    case 7:
      return { type, mode: 'perGap', weights: {}, negative: null }
  }
}
