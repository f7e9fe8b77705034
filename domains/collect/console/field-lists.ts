import type { OuterCollection } from '../contract/collection.ts'
import type { CollectField } from '../contract/field.ts'

export const listNames = ['requirement', 'optional', 'unkown'] as const
export type ListName = (typeof listNames)[number]
export type Lists = Readonly<Record<ListName, readonly CollectField[]>>

export const listTitles: Readonly<Record<ListName, string>> = { requirement: '必填', optional: '选填', unkown: '未添加' }

export function listsOf({ requirement, optional, unkown }: OuterCollection): Lists {
  return { requirement, optional, unkown }
}

export function listOfField(lists: Lists, id: string): ListName | undefined {
  return listNames.find((name) => lists[name].some((field) => field.value === id))
}

/** The field goes into a list, in front of another field or at the end. One that may not be moved changes its place within its list only. */
export function moved(lists: Lists, id: string, to: ListName, beforeId?: string): Lists {
  const from = listOfField(lists, id)
  const field = from && lists[from].find(({ value }) => value === id)
  if (!field || id === beforeId || (from !== to && !field.isMove)) return lists
  const without = Object.fromEntries(listNames.map((name) => [name, lists[name].filter(({ value }) => value !== id)] as const))
  const target = without[to] ?? []
  const place = target.findIndex(({ value }) => value === beforeId)
  const next = place === -1 ? [...target, field] : [...target.slice(0, place), field, ...target.slice(place)]
  return listsFrom((name) => (name === to ? next : (without[name] ?? [])))
}

/** One place up or down within its list. */
export function shifted(lists: Lists, id: string, by: 1 | -1): Lists {
  const name = listOfField(lists, id)
  if (!name) return lists
  const fields = [...lists[name]]
  const place = fields.findIndex(({ value }) => value === id)
  const [field] = fields.splice(place, 1)
  if (!field || place + by < 0 || place + by > fields.length) return lists
  fields.splice(place + by, 0, field)
  return listsFrom((one) => (one === name ? fields : lists[one]))
}

export function withoutField(lists: Lists, id: string): Lists {
  return listsFrom((name) => lists[name].filter(({ value }) => value !== id))
}

/** Without the fields that are in no list of `there`. */
export function knownIn(lists: Lists, there: Lists): Lists {
  return listsFrom((name) => lists[name].filter(({ value }) => listOfField(there, value) !== undefined))
}

export function withField(lists: Lists, field: CollectField): Lists {
  const known = listOfField(lists, field.value)
  if (!known) return { ...lists, unkown: [...lists.unkown, field] }
  return listsFrom((name) => lists[name].map((one) => (one.value === field.value ? field : one)))
}

function listsFrom(of: (name: ListName) => readonly CollectField[]): Lists {
  return { requirement: of('requirement'), optional: of('optional'), unkown: of('unkown') }
}

const idsOf = (fields: readonly CollectField[]) => fields.map(({ value }) => value)

/** What is saved of the lists. */
export function savedLists({ requirement, optional }: Lists): { requirement: string[]; optional: string[] } {
  return { requirement: idsOf(requirement), optional: idsOf(optional) }
}

export function isSameLists(one: Lists, other: Lists): boolean {
  return JSON.stringify(savedLists(one)) === JSON.stringify(savedLists(other))
}
