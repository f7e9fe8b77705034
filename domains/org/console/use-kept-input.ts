import { toast } from '@kaopei/web'
import type { FormInstance } from 'antd'
import { useRef } from 'react'

type FormValues = Record<string, unknown>

/**
 * For forms of rows that two people may edit: when somebody else has saved meanwhile (1007), the form takes the row as it is now, but for the fields
 * that were changed here. Answers what `fromRow` of a form takes.
 */
export function useKeptInput(
  form: FormInstance,
  initial: FormValues,
  valuesOf: (row: unknown) => FormValues,
): (row: Record<string, unknown>) => FormValues {
  const base = useRef(initial)
  return (row) => {
    const current = valuesOf(row)
    const isChanged = (name: string) => !isSame(form.getFieldValue(name), base.current[name])
    const typed = Object.keys(current).filter((name) => name !== 'version' && isChanged(name))
    const taken = Object.fromEntries(Object.entries(current).filter(([name]) => !typed.includes(name)))
    base.current = current
    if (typed.length > 0) toast.info('已载入最新内容，您修改过的内容已保留，请核对后保存')
    return taken
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
