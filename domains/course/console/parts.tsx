import { CourseSidePanel, type CourseSidePanelProps, categoryOptions, listOf, useCall } from '@kaopei/web'
import { type ReactNode, useMemo } from 'react'
import { bought } from '../contract/bought.ts'
import { category } from '../contract/category.ts'
import { courseStatus } from '../contract/codes.ts'
import { course } from '../contract/course.ts'

export { ConditionsControl } from './outline/conditions-control.tsx'
export { wordsOfCondition, wordsOfRule } from './outline/outline-words.ts'
export { RuleFields, type RuleFieldsProps, SwitchField } from './outline/rule-fields.tsx'
export { TaskDots } from './progress/task-dots.tsx'

const library = listOf(course.courseLibraryQuery)
const boughtList = listOf(bought.boughtList)
const shelved = { courseStatus: courseStatus.shelved } as const
const boughtCourses: typeof boughtList = {
  key: boughtList.key,
  read: (input, call) => boughtList.read({ ...input, ...shelved }, call),
}

/** Picks courses of the company's library, 80 % wide; those on the shelf unless the caller says otherwise, on wish bought ones beside them. */
export function CoursePicker({
  hasBought = false,
  ...props
}: Omit<CourseSidePanelProps, 'source' | 'categories' | 'bought'> & { readonly hasBought?: boolean }): ReactNode {
  const { data } = useCall(category.list, undefined, { enabled: props.open })
  const categories = useMemo(() => categoryOptions(data ?? []), [data])
  return (
    <CourseSidePanel
      extraInput={shelved}
      {...props}
      source={library}
      categories={categories}
      {...(hasBought && { bought: boughtCourses })}
    />
  )
}
