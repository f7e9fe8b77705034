import { cut } from '@kaopei/contract'
import { type Comparison, type Condition, personFactLabels } from '../../contract/condition.ts'
import type { Element } from '../../contract/definition.ts'
import { rowsOf, testsOf, valuesOf } from './condition-tests.ts'
import { bare, groupOf, isComparison } from './condition-tree.ts'

/** What conditions are said with: elements by id with their numbers, names of departments, posts and labels where they are known. */
export interface Named {
  readonly elements: ReadonlyMap<string, { readonly element: Element; readonly number: number | null }>
  readonly names: ReadonlyMap<string, string>
}

const entryLabels: Readonly<Record<string, string>> = { account: '账号登录', link: '链接' }
const gone = '（已删除）'

/** A condition in words: “Q1”选中任一“满意”，且（…或…）. */
export function wordsOf(condition: Condition, named: Named, isInner = false): string {
  const { isNot, inner } = bare(condition)
  if (isNot) return `并非（${wordsOf(inner, named)}）`
  if (isComparison(inner)) return wordsOfComparison(inner, named)
  const group = groupOf(inner)
  if (!group) return ''
  const words = group.parts.map((part) => wordsOf(part, named, group.parts.length > 1))
  const joined = words.join(group.joining === 'all' ? ' 且 ' : ' 或 ')
  return isInner && words.length > 1 ? `（${joined}）` : joined
}

function wordsOfComparison(comparison: Comparison, named: Named): string {
  if ('person' in comparison) {
    const values = comparison.values.map((value) => entryLabels[value] ?? named.names.get(value) ?? '…')
    return `${personFactLabels[comparison.person]}${comparison.is === 'anyOf' ? '属于' : '不属于'}${quoted(values)}`
  }
  const known = named.elements.get(comparison.question)
  if (!known) return `题目${gone}`
  const { element } = known
  const row = comparison.row === undefined ? '' : `“${rowsOf(element).find(({ id }) => id === comparison.row)?.text ?? gone}”`
  const test = testsOf(element).find(({ value }) => value === comparison.is)?.label ?? ''
  return `${nameOf(known)}${row}${test}${wordsOfValue(comparison, element)}`
}

function wordsOfValue(comparison: Comparison, element: Element): string {
  if ('options' in comparison)
    return quoted(comparison.options.map((option) => valuesOf(element).find(({ id }) => id === option)?.text ?? gone))
  if ('value' in comparison) return ` ${comparison.value}`
  if ('text' in comparison) return `“${comparison.text}”`
  return ''
}

/** 第 3 题“您的部门”, shortened. */
export function nameOf({ element, number }: { readonly element: Element; readonly number: number | null }): string {
  const title = element.title.length > 20 ? `${cut(element.title, 20)}…` : element.title
  return number === null ? `“${title}”` : `第 ${number} 题“${title}”`
}

const quoted = (values: readonly string[]) => values.map((value) => `“${value}”`).join('、')
