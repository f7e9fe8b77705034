/**
 * What keeps a question from being used: all faults at once, each with the path of its field and a sentence for the author.
 * Import and editor both ask here. A question without faults is `ready`; with faults it may only be a draft.
 */
import { type ContentOf, isWeightedTrap, placedIds, type QuestionContent, type ScoringRule } from '../../../contract/content.ts'
import { chineseNormalisation } from '../../../contract/scoring-rule.ts'
import { mostMatchingSteps, worstMatchingSteps } from '../scoring/matching-steps.ts'
import { normaliseText } from '../scoring/normalise-text.ts'
import { parseNumber } from '../scoring/parse-number.ts'
import { isMatchingAnything } from '../scoring/wildcard.ts'
import { plainText } from './plain-text.ts'

export type QuestionFault = { path: string; message: string }

const minimumOptions = 2
const maximumOptions = 26

export function checkQuestion(content: QuestionContent, rule?: ScoringRule): QuestionFault[] {
  const faults: QuestionFault[] = plainText(content.stem) === '' ? [{ path: 'stem', message: '题干不能为空' }] : []
  faults.push(...faultsOfType(content))
  if (rule && rule.type !== content.type) faults.push({ path: 'rule.type', message: '评分规则与题型不符' })
  else if (rule) faults.push(...faultsOfRule(content, rule))
  return faults
}

function faultsOfType(content: QuestionContent): QuestionFault[] {
  switch (content.type) {
    case 1:
      return [
        ...faultsOfOptions(content.options),
        ...faultsOfKey(content.options, content.correct === null ? [] : [content.correct]),
      ]
    case 2:
      return [...faultsOfOptions(content.options), ...faultsOfKey(content.options, content.correct)]
    case 3:
      return content.correct === null ? [{ path: 'correct', message: '请设置正确答案' }] : []
    case 4:
      return faultsOfBlanks(content)
    case 5:
      return faultsOfCode(content)
    case 6:
      return faultsOfKeyPoints(content)
    case 7:
      return faultsOfGaps(content)
  }
}

function faultsOfOptions(options: readonly { id: string; html: string }[]): QuestionFault[] {
  const faults: QuestionFault[] = []
  if (options.length < minimumOptions) faults.push({ path: 'options', message: `至少需要 ${minimumOptions} 个选项` })
  if (options.length > maximumOptions) faults.push({ path: 'options', message: `最多 ${maximumOptions} 个选项` })
  const firstWith = new Map<string, number>()
  options.forEach(({ html }, index) => {
    // Case and width tell options of programming questions apart, so only spaces around are ignored.
    const words = plainText(html)
    const earlier = firstWith.get(words)
    if (words === '') faults.push({ path: `options.${index}.html`, message: `第 ${index + 1} 个选项内容不能为空` })
    else if (earlier !== undefined)
      faults.push({ path: `options.${index}.html`, message: `第 ${index + 1} 个选项与第 ${earlier + 1} 个选项重复` })
    else firstWith.set(words, index)
  })
  return [...faults, ...repeatedIds(options, 'options', '选项')]
}

function faultsOfKey(options: readonly { id: string }[], correct: readonly string[]): QuestionFault[] {
  if (correct.length === 0) return [{ path: 'correct', message: '请设置正确答案' }]
  if (new Set(correct).size !== correct.length) return [{ path: 'correct', message: '正确答案重复' }]
  const ids = new Set(options.map(({ id }) => id))
  return correct.every((id) => ids.has(id)) ? [] : [{ path: 'correct', message: '正确答案不在选项中' }]
}

function faultsOfBlanks(content: ContentOf<4>): QuestionFault[] {
  const faults: QuestionFault[] = content.blanks.length === 0 ? [{ path: 'blanks', message: '至少需要一个空' }] : []
  content.blanks.forEach((blank, index) => {
    if (blank.match === 'manual') return
    const path = `blanks.${index}.alternatives`
    const texts = blank.alternatives.map(({ text }) => normaliseText(text, chineseNormalisation))
    if (!blank.alternatives.some(({ weight }) => weight > 0)) faults.push({ path, message: `第 ${index + 1} 空没有设置答案` })
    else if (!blank.alternatives.some(({ weight }) => weight === 1))
      faults.push({ path, message: `第 ${index + 1} 空没有可得满分的答案` })
    texts.forEach((text, at) => {
      const field = `${path}.${at}.text`
      if (text === '') faults.push({ path: field, message: `第 ${index + 1} 空的第 ${at + 1} 个答案不能为空` })
      else if (blank.match === 'numeric' && !parseNumber(text, chineseNormalisation))
        faults.push({ path: field, message: `第 ${index + 1} 空的第 ${at + 1} 个答案不是数值` })
      else if (blank.match === 'wildcard' && isMatchingAnything(text))
        faults.push({ path: field, message: `第 ${index + 1} 空的第 ${at + 1} 个答案会匹配任何内容` })
    })
  })
  return [
    ...faults,
    ...faultsOfGroups(content),
    ...faultsOfEffort(content),
    ...repeatedIds(content.blanks, 'blanks', '空'),
    ...faultsOfPlaces(content.stem, content.blanks, 'blanks'),
  ]
}

function faultsOfGroups(content: ContentOf<4>): QuestionFault[] {
  const known = new Map(content.blanks.map(({ id, match }) => [id, match]))
  const grouped = new Set<string>()
  return content.unorderedGroups.flatMap((group, index): QuestionFault[] => {
    const path = `unorderedGroups.${index}`
    const faults: QuestionFault[] = group.length < 2 ? [{ path, message: '不分顺序的一组至少包含两个空' }] : []
    if (group.some((id) => !known.has(id))) faults.push({ path, message: '不分顺序的一组包含不存在的空' })
    if (group.some((id) => known.get(id) === 'manual')) faults.push({ path, message: '人工阅卷的空不能设为不分顺序' })
    if (group.some((id) => grouped.has(id))) faults.push({ path, message: '一个空只能属于一个不分顺序的组' })
    for (const id of group) grouped.add(id)
    return faults
  })
}

function faultsOfEffort(content: ContentOf<4>): QuestionFault[] {
  if (worstMatchingSteps(content) <= mostMatchingSteps) return []
  return [
    {
      path: content.unorderedGroups.length > 0 ? 'unorderedGroups' : 'blanks',
      message: '备选答案过多或通配符答案过长，无法自动判分：请减少备选答案、缩短通配符答案，或把不分顺序的空拆成几道题',
    },
  ]
}

function faultsOfCode(content: ContentOf<5>): QuestionFault[] {
  const faults: QuestionFault[] = content.languages.length === 0 ? [{ path: 'languages', message: '至少选择一种编程语言' }] : []
  if (!content.cases.some(({ weight }) => weight > 0)) faults.push({ path: 'cases', message: '至少需要一个计分的测试用例' })
  return faults
}

function faultsOfKeyPoints(content: ContentOf<6>): QuestionFault[] {
  const faults = content.keyPoints.flatMap(({ text }, index): QuestionFault[] =>
    text.trim() === '' ? [{ path: `keyPoints.${index}.text`, message: `第 ${index + 1} 个得分点内容不能为空` }] : [],
  )
  const total = content.keyPoints.reduce((sum, { scoreShare }) => sum + Math.round(scoreShare * 1_000_000), 0)
  // Thirds of a whole, typed as 0.333333, may miss or pass 1 by a few millionths.
  if (total > 1_000_000 + content.keyPoints.length) faults.push({ path: 'keyPoints', message: '得分点分值之和超过题目分值' })
  return [...faults, ...repeatedIds(content.keyPoints, 'keyPoints', '得分点')]
}

function faultsOfGaps(content: ContentOf<7>): QuestionFault[] {
  const faults: QuestionFault[] = content.gaps.length === 0 ? [{ path: 'gaps', message: '至少需要一个空' }] : []
  const ids = new Set(content.options.map(({ id }) => id))
  const used = new Set<string>()
  content.gaps.forEach(({ id }, index) => {
    const path = `correct.${id}`
    const key = content.correct[id]
    if (key === undefined) faults.push({ path, message: `第 ${index + 1} 空没有设置正确答案` })
    else if (!ids.has(key)) faults.push({ path, message: `第 ${index + 1} 空的正确答案不在选项中` })
    else if (content.singleUse && used.has(key))
      faults.push({ path, message: `选项只能使用一次，第 ${index + 1} 空的正确答案与前面的空重复` })
    if (key !== undefined) used.add(key)
  })
  return [
    ...faults,
    ...faultsOfOptions(content.options),
    ...repeatedIds(content.gaps, 'gaps', '空'),
    ...faultsOfPlaces(content.stem, content.gaps, 'gaps'),
  ]
}

/** A stem places all of its blanks once, or none of them. */
function faultsOfPlaces(stem: string, places: readonly { id: string }[], path: string): QuestionFault[] {
  const placed = placedIds(stem)
  if (placed.length === 0) return []
  const ids = new Set(places.map(({ id }) => id))
  const faults: QuestionFault[] = []
  if (new Set(placed).size !== placed.length) faults.push({ path: 'stem', message: '题干中同一个空出现了多次' })
  if (placed.some((id) => !ids.has(id))) faults.push({ path: 'stem', message: '题干中有未定义的空' })
  places.forEach(({ id }, index) => {
    if (!placed.includes(id)) faults.push({ path: `${path}.${index}`, message: `第 ${index + 1} 空未出现在题干中` })
  })
  return faults
}

function repeatedIds(items: readonly { id: string }[], path: string, noun: string): QuestionFault[] {
  const seen = new Set<string>()
  return items.flatMap(({ id }, index) => {
    if (!seen.has(id)) {
      seen.add(id)
      return []
    }
    return [{ path: `${path}.${index}.id`, message: `第 ${index + 1} 个${noun}的标识重复` }]
  })
}

function faultsOfRule(content: QuestionContent, rule: ScoringRule): QuestionFault[] {
  if (content.type === 2 && rule.type === 2) return faultsOfMultipleRule(content, rule)
  if (content.type === 4 && rule.type === 4) return faultsOfWeights(content.blanks, rule.weights)
  if (content.type === 7 && rule.type === 7) return faultsOfWeights(content.gaps, rule.weights)
  return []
}

function faultsOfMultipleRule(content: ContentOf<2>, rule: Extract<ScoringRule, { type: 2 }>): QuestionFault[] {
  if (rule.mode !== 'weighted') return []
  const faults: QuestionFault[] = []
  if (isWeightedTrap(rule.fractions, content))
    faults.push({ path: 'rule.fractions', message: '错误选项的权重必须为负数，否则全选即可得满分' })
  const sum = content.correct.reduce(
    (total, id) => total + Math.round((rule.fractions[id] ?? 1 / content.correct.length) * 1_000_000),
    0,
  )
  if (Math.abs(sum - 1_000_000) > 10 * Math.max(1, content.correct.length))
    faults.push({ path: 'rule.fractions', message: '正确选项的权重之和应为 100%' })
  return faults
}

function faultsOfWeights(parts: readonly { id: string }[], weights: Readonly<Record<string, number>>): QuestionFault[] {
  const total = parts.reduce((sum, { id }) => sum + (weights[id] ?? 1), 0)
  return parts.length > 0 && total === 0 ? [{ path: 'rule.weights', message: '各空的权重不能全部为 0' }] : []
}
