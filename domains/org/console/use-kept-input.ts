import { toast } from '@kaopei/web'
import { useRef } from 'react'

interface Fields {
  getFieldValue(name: string): unknown
}

/**
 * For forms of rows that two people may edit: when somebody else has saved meanwhile (1007), the form takes the row as it is now, but for the fields
 * that were changed here. Answers what `fromRow` of a form takes.
 */
export function useKeptInput<Values extends object>(
  form: Fields,
  initial: Values,
  valuesOf: (row: unknown) => Values,
): (row: Record<string, unknown>) => Partial<Values> {
  const base = useRef(initial)
  return (row) => {
    const current = valuesOf(row)
    const taken: Partial<Values> = {}
    let hasTyped = false
    for (const name in current) {
      const isTyped = name !== 'version' && !isSame(form.getFieldValue(name), base.current[name])
      if (isTyped) hasTyped = true
      else taken[name] = current[name]
    }
    base.current = current
    if (hasTyped) toast.info('已载入最新内容，您修改过的内容已保留，请核对后保存')
    return taken
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
