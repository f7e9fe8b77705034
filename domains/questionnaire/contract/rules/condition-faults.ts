import { cut } from '@kaopei/contract'
import type { Comparison, Condition } from '../condition.ts'
import type { Element } from '../definition.ts'
import type { EditorFault, FaultWish, Place } from './editor-faults.ts'
import type { Outline } from './outline.ts'

interface Asked {
  readonly outline: Outline
  readonly before: number
  readonly at: Place
  readonly wish: FaultWish
}

/** All comparisons of a condition, whatever their depth. */
export function comparisonsIn(condition: Condition): Comparison[] {
  if ('all' in condition) return condition.all.flatMap(comparisonsIn)
  if ('any' in condition) return condition.any.flatMap(comparisonsIn)
  if ('not' in condition) return comparisonsIn(condition.not)
  return [condition]
}

export function conditionFaults(condition: Condition, asked: Asked): EditorFault[] {
  return comparisonsIn(condition).flatMap((comparison) => {
    const fault = 'person' in comparison ? personFault(comparison, asked.wish) : questionFault(comparison, asked)
    return fault ? [{ ...fault, ...asked.at }] : []
  })
}

type Fault = Pick<EditorFault, 'code' | 'message'>

function personFault({ person }: Extract<Comparison, { person: unknown }>, wish: FaultWish): Fault | undefined {
  if (wish.isAnonymous)
    return { code: 'notAnonymous', message: '匿名问卷不能按部门、岗位等个人信息显示：会透露答卷人是谁，请改用题目作条件' }
  if (wish.isByLink && person !== 'entry')
    return { code: 'notByLink', message: '通过链接答卷的人没有部门、岗位和标签，请改用题目作条件' }
  return undefined
}

type OfQuestion = Exclude<Comparison, { person: unknown }>

function questionFault(comparison: OfQuestion, { outline, before, at }: Asked): Fault | undefined {
  const place = outline.places.get(comparison.question)
  const element = place === undefined ? undefined : outline.order[place]
  if (!element || place === undefined) return { code: 'deletedQuestion', message: '条件中的题目已被删除，请重新选择' }
  if (comparison.question === at.elementId) return { code: 'ownAnswer', message: '条件不能用到题目自己的答案，请改用前面的题目' }
  if (place >= before)
    return { code: 'laterAnswer', message: `条件用到了后面的题目“${short(element.title)}”，请改用前面的题目，或调整顺序` }
  return rowFault(comparison, element) ?? kindFault(comparison, element) ?? optionFault(comparison, element)
}

const short = (title: string) => (title.length > 20 ? `${cut(title, 20)}…` : title)
const wrongKind: Fault = { code: 'wrongKind', message: '条件的比较方式与题型不符，请重新设置' }

function rowFault({ row, is }: OfQuestion, element: Element): Fault | undefined {
  if (!('rows' in element)) return row === undefined ? undefined : wrongKind
  if (row === undefined) return is === 'answered' || is === 'unanswered' ? undefined : wrongKind
  return element.rows.some(({ id }) => id === row)
    ? undefined
    : { code: 'deletedOption', message: '条件中的行已被删除，请重新选择' }
}

function kindFault(comparison: OfQuestion, { kind }: Element): Fault | undefined {
  const fits = kindsFor(comparison)
  return fits.has(kind) ? undefined : wrongKind
}

const choices: ReadonlySet<Element['kind']> = new Set([
  'single',
  'multiple',
  'dropdown',
  'matrixSingle',
  'matrixMultiple',
  'ranking',
])
const numbers: ReadonlySet<Element['kind']> = new Set(['number', 'rating', 'nps', 'slider', 'matrixRating'])
const dates: ReadonlySet<Element['kind']> = new Set(['date'])
const texts: ReadonlySet<Element['kind']> = new Set(['text', 'single', 'multiple', 'dropdown'])
const answerable: ReadonlySet<Element['kind']> = new Set([...choices, ...numbers, ...dates, ...texts, 'file', 'consent'])

function kindsFor(comparison: OfQuestion): ReadonlySet<Element['kind']> {
  switch (comparison.is) {
    case 'answered':
    case 'unanswered':
      return answerable
    case 'anyOf':
    case 'allOf':
    case 'noneOf':
      return choices
    case 'contains':
      return texts
    default:
      return typeof comparison.value === 'number' ? numbers : dates
  }
}

function optionFault(comparison: OfQuestion, element: Element): Fault | undefined {
  if (!('options' in comparison)) return undefined
  const parts = 'options' in element ? element.options : 'columns' in element ? element.columns : []
  const isThere = (id: string) => parts.some((part) => part.id === id)
  return comparison.options.every(isThere)
    ? undefined
    : { code: 'deletedOption', message: `条件中“${short(element.title)}”的选项已被删除，请重新选择` }
}
