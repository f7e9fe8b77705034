/** What is wrong with a questionnaire before anybody answers it: what can never be seen, conditions that ask of what is not there or comes later. */
import { z } from 'zod'
import type { Condition } from '../condition.ts'
import { partId } from '../condition.ts'
import type { Definition } from '../definition.ts'
import { conditionFaults } from './condition-faults.ts'
import { elementFaults } from './element-faults.ts'
import { type Outline, outlineOf } from './outline.ts'
import { pipedIn } from './piping.ts'
import { unreachableIn } from './unreachable.ts'

export const faultCodes = {
  empty: '问卷没有题目',
  repeatedId: '编号重复',
  laterAnswer: '条件用到后面的题目',
  ownAnswer: '条件用到题目自己',
  deletedQuestion: '条件用到已删除的题目',
  deletedOption: '条件用到已删除的选项',
  wrongKind: '条件与题型不符',
  unreachable: '永远不会显示',
  hiddenRequired: '必答题永远不会显示',
  jumpBack: '跳转回到前面',
  deletedPage: '跳转到已删除的页',
  pipedLater: '引用了后面或已删除的题目',
  ranges: '范围自相矛盾',
  notAnonymous: '匿名问卷不能这样用',
  notByLink: '链接问卷不能这样用',
} as const
export type FaultCode = keyof typeof faultCodes

export const editorFault = z.object({
  code: z.enum(Object.keys(faultCodes) as [FaultCode, ...FaultCode[]]), // the keys of the table above
  /** What is wrong and what to do. */
  message: z.string(),
  pageId: partId.optional(),
  elementId: partId.optional(),
  quotaId: partId.optional(),
})
export type EditorFault = z.output<typeof editorFault>

export interface FaultWish {
  readonly isAnonymous?: boolean
  readonly isByLink?: boolean
}

/** In the order of the document. Empty: it may be published. */
export function editorFaults(definition: Definition, wish: FaultWish = {}): EditorFault[] {
  const outline = outlineOf(definition)
  if (outline.order.every(({ kind }) => kind === 'note')) return [{ code: 'empty', message: '问卷还没有题目，请至少添加一题' }]
  return [
    ...repeatedIds(definition),
    ...definition.pages.flatMap((page) => jumpFaults(definition, page)),
    ...conditionsOf(definition, outline).flatMap(({ condition, before, at }) =>
      conditionFaults(condition, { outline, before, at, wish }),
    ),
    ...outline.order.flatMap((element) => elementFaults(element, wish)),
    ...pipeFaults(definition, outline),
    ...quotaFaults(definition, wish),
    ...unreachableIn(definition, outline),
  ]
}

/** Where a fault is. */
export type Place = Pick<EditorFault, 'pageId' | 'elementId' | 'quotaId'>

interface Placed {
  readonly condition: Condition
  /** Answers to elements before this place in the order may be asked for. */
  readonly before: number
  readonly at: Place
}

/** Every condition, with how much has been answered where it is asked. */
function conditionsOf({ pages, quotas }: Definition, { order }: Outline): Placed[] {
  const placed: Placed[] = []
  let before = 0
  for (const page of pages) {
    const at = { pageId: page.id }
    if (page.showIf) placed.push({ condition: page.showIf, before, at })
    for (const element of page.elements) {
      const options = 'options' in element ? element.options : []
      for (const condition of [element.showIf, ...options.map(({ showIf }) => showIf)])
        if (condition) placed.push({ condition, before, at: { ...at, elementId: element.id } })
      before++
    }
    for (const { when } of page.jumps) placed.push({ condition: when, before, at })
  }
  for (const { id, when } of quotas) placed.push({ condition: when, before: order.length, at: { quotaId: id } })
  return placed
}

function repeatedIds({ pages, quotas }: Definition): EditorFault[] {
  const message = '编号重复，请删除后重新添加'
  const elements = pages.flatMap((page) => page.elements)
  const parts = elements.flatMap((element) =>
    [
      ...('options' in element ? repeatedIn(element.options) : []),
      ...('rows' in element ? repeatedIn(element.rows) : []),
      ...('columns' in element ? repeatedIn(element.columns) : []),
    ].map(() => ({ code: 'repeatedId' as const, message, elementId: element.id })),
  )
  return [
    ...repeatedIn(pages).map((pageId) => ({ code: 'repeatedId' as const, message, pageId })),
    ...repeatedIn(elements).map((elementId) => ({ code: 'repeatedId' as const, message, elementId })),
    ...repeatedIn(quotas).map((quotaId) => ({ code: 'repeatedId' as const, message, quotaId })),
    ...parts,
  ]
}

function repeatedIn(parts: readonly { readonly id: string }[]): string[] {
  const seen = new Set<string>()
  return parts.flatMap(({ id }) => {
    const isRepeated = seen.has(id)
    seen.add(id)
    return isRepeated ? [id] : []
  })
}

function jumpFaults({ pages }: Definition, page: Definition['pages'][number]): EditorFault[] {
  const from = pages.indexOf(page)
  return page.jumps.flatMap(({ to }): EditorFault[] => {
    if (to === 'end') return []
    const target = pages.findIndex(({ id }) => id === to)
    if (target < 0) return [{ code: 'deletedPage', message: '跳转的目标页已被删除，请重新选择', pageId: page.id }]
    if (target > from) return []
    return [{ code: 'jumpBack', message: '跳转只能去往后面的页，请重新选择', pageId: page.id }]
  })
}

function pipeFaults({ pages }: Definition, { places, order }: Outline): EditorFault[] {
  return pages.flatMap((page) => {
    const first = page.elements[0] && places.get(page.elements[0].id)
    const texts = [
      { text: page.title, before: first ?? order.length, at: { pageId: page.id } },
      ...page.elements.flatMap((element) => {
        const before = places.get(element.id) ?? 0
        const at = { pageId: page.id, elementId: element.id }
        return [element.title, element.note].map((text) => ({ text, before, at }))
      }),
    ]
    return texts.flatMap(({ text, before, at }) =>
      pipedIn(text).flatMap((id): EditorFault[] => {
        const place = places.get(id)
        if (place !== undefined && place < before && order[place]?.kind !== 'note') return []
        return [{ code: 'pipedLater', message: '文字中引用的题目已被删除，或排在后面，请改为引用前面的题目', ...at }]
      }),
    )
  })
}

/** Their counts grow the moment somebody hands in: they would say what that person answered. */
function quotaFaults({ quotas }: Definition, { isAnonymous }: FaultWish): EditorFault[] {
  if (!isAnonymous) return []
  return quotas.map(({ id }) => ({
    code: 'notAnonymous',
    message: '匿名问卷不能设置配额：配额的变化会透露刚提交的人选了什么，请删除配额',
    quotaId: id,
  }))
}
