/** What is still wrong with a sheet, by question, in words that say what to do. Empty: it may be handed in. */
import type { Answer, Answers, Person } from '../answers.ts'
import type { Definition, Element, ElementOf } from '../definition.ts'
import { isChoice, isFiles, isMatrix, isRanking } from './values.ts'
import { nobody, type Visible, visibleIn } from './visible-in.ts'

export interface Problem {
  readonly elementId: string
  /** Of a matrix. */
  readonly rowId?: string
  readonly message: string
}

/** `visible` where the caller has it already. */
export function problemsOf(
  definition: Definition,
  answers: Answers,
  person: Person = nobody,
  visible: Visible = visibleIn(definition, answers, person),
): Problem[] {
  const elements = definition.pages.flatMap((page) => page.elements)
  return elements.flatMap((element) => {
    if (!visible.elements.has(element.id)) return []
    const value = visible.kept[element.id]
    if (value === undefined) return missing(element)
    const message = refusalOf(element, value, visible.options.get(element.id)?.size)
    if (message !== undefined) return [{ elementId: element.id, message }]
    return isMatrix(value) ? rowProblems(element, value.rows) : []
  })
}

function missing({ id, kind, isRequired }: Element): Problem[] {
  if (!isRequired || kind === 'note') return []
  return [{ elementId: id, message: kind === 'consent' ? '请先阅读并同意' : '此题必答' }]
}

/** `optionCount`: how many options there are to choose from, where conditions hide some. */
function refusalOf(element: Element, value: Answer, optionCount: number | undefined): string | undefined {
  switch (element.kind) {
    case 'single':
    case 'dropdown':
      return isChoice(value) ? otherText(element, value) : undefined
    case 'multiple':
      return isChoice(value) ? (countProblem(element, value.choices, optionCount) ?? otherText(element, value)) : undefined
    case 'text':
      return typeof value === 'string' ? textProblem(element, value.trim()) : undefined
    case 'date':
      return typeof value === 'string' ? dateProblem(element, value) : undefined
    case 'number':
      return typeof value === 'number' ? numberProblem(element, value) : undefined
    case 'rating':
      return scaleProblem(value, { min: 1, max: element.steps, step: 1 })
    case 'nps':
      return scaleProblem(value, { min: 0, max: 10, step: 1 })
    case 'slider':
      return scaleProblem(value, element)
    case 'ranking':
      return isRanking(value) ? rankingProblem(element, value.order.length, optionCount) : undefined
    case 'file':
      return isFiles(value) && value.files.length > element.mostFiles ? `最多上传 ${element.mostFiles} 个文件` : undefined
    case 'matrixSingle':
    case 'matrixMultiple':
    case 'matrixRating':
    case 'consent':
    case 'note':
      return undefined
  }
}

function otherText(
  { options }: ElementOf<'single' | 'multiple' | 'dropdown'>,
  { choices, texts }: { choices: readonly string[]; texts?: Readonly<Record<string, string>> | undefined },
): string | undefined {
  const bare = options.find(({ id, takesText }) => takesText && choices.includes(id) && !texts?.[id]?.trim())
  return bare && `请填写“${bare.text}”的具体内容`
}

/** Somebody is never asked for more options than they see; what is chosen alone is enough. */
function countProblem(
  { options, min, max }: ElementOf<'multiple'>,
  choices: readonly string[],
  optionCount = options.length,
): string | undefined {
  const isAlone = options.some(({ id, isExclusive }) => isExclusive && choices.includes(id))
  const least = Math.min(min ?? 0, optionCount)
  if (!isAlone && choices.length < least) return `请至少选择 ${least} 项`
  return max !== undefined && max > 0 && choices.length > max ? `最多选择 ${max} 项` : undefined
}

const formats = {
  phone: { pattern: /^\+?[0-9][0-9 -]{5,18}[0-9]$/, message: '请输入正确的电话号码' },
  email: { pattern: /^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@.]{2,20}$/, message: '请输入正确的邮箱地址' },
} as const

function textProblem({ minLength = 0, maxLength, format }: ElementOf<'text'>, value: string): string | undefined {
  const length = [...value].length
  if (length < minLength) return `请至少输入 ${minLength} 个字`
  if (length > maxLength) return `最多输入 ${maxLength} 个字`
  if (format === 'any') return undefined
  return formats[format].pattern.test(value) ? undefined : formats[format].message
}

function dateProblem({ min, max }: ElementOf<'date'>, value: string): string | undefined {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true
  if (!isDate) return '请输入正确的日期'
  if (min !== undefined && value < min) return `日期不能早于 ${min}`
  return max !== undefined && value > max ? `日期不能晚于 ${max}` : undefined
}

function numberProblem({ min, max, decimals }: ElementOf<'number'>, value: number): string | undefined {
  if (min !== undefined && value < min) return `不能小于 ${min}`
  if (max !== undefined && value > max) return `不能大于 ${max}`
  if (Math.abs(value) > 1e12) return '数值过大'
  const scaled = value * 10 ** decimals
  if (Math.abs(scaled - Math.round(scaled)) <= 1e-6 * Math.max(1, Math.abs(scaled) * 1e-6)) return undefined
  return decimals === 0 ? '请输入整数' : `最多 ${decimals} 位小数`
}

function scaleProblem(value: Answer, { min, max, step }: { min: number; max: number; step: number }): string | undefined {
  if (typeof value !== 'number' || value < min || value > max) return `请在 ${min} 到 ${max} 之间选择`
  const steps = (value - min) / step
  return Math.abs(steps - Math.round(steps)) > 1e-6 && value !== max ? '请重新选择' : undefined
}

function rankingProblem(
  { options, places }: ElementOf<'ranking'>,
  given: number,
  optionCount = options.length,
): string | undefined {
  const wanted = Math.min(places ?? optionCount, optionCount)
  if (given < wanted) return wanted === optionCount ? '请排完所有选项' : `请至少排出前 ${wanted} 位`
  return undefined
}

function rowProblems(element: Element, given: Readonly<Record<string, readonly string[] | number>>): Problem[] {
  if (!('rows' in element)) return []
  return element.rows.flatMap(({ id }) => {
    const value = given[id]
    if (value === undefined) return element.isRequired ? [{ elementId: element.id, rowId: id, message: '此行必答' }] : []
    if (element.kind !== 'matrixRating') return []
    const message = scaleProblem(typeof value === 'number' ? value : 0, { min: 1, max: element.steps, step: 1 })
    return message === undefined ? [] : [{ elementId: element.id, rowId: id, message }]
  })
}
