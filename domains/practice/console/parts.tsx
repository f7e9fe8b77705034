import { type FilterDrawerProps, type ListSource, listOf, PracticePicker as Picker, type PracticeRow } from '@kaopei/web'
import type { ReactNode } from 'react'
import { practice } from '../contract/practice.ts'

export { detailPath, listPath } from './paths.ts'

/** The call searches by `query`. */
const practices: ListSource<PracticeRow> = {
  key: practice.listSearch.facts.path,
  read: ({ name, ...input }, call) => listOf(practice.listSearch).read({ ...input, query: name }, call),
}

/** 选择练习, 820 px: published ones that are not over, by name, with their time. */
export function PracticePicker(props: Omit<FilterDrawerProps, 'tabs'>): ReactNode {
  return <Picker {...props} source={practices} />
}
