import { type ImportDrawerProps, type ImportResult, ImportStepper, type PickApi, type Picked, usePickGuard } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'

export interface ImportTabProps
  extends Pick<ImportDrawerProps, 'templateEndpoint' | 'templateInput' | 'importEndpoint' | 'extras' | 'hint'> {
  readonly pick: PickApi
}

const imported = z.object({ id: z.string(), name: z.string().optional() })

/** Type 12: people from a file. Those who came in are picked. */
export default function ImportTab({ pick, ...stepper }: ImportTabProps): ReactNode {
  const [hasImported, setImported] = useState(false)
  usePickGuard(pick, {
    check: (isShown) => {
      if (!isShown || pick.items.length > 0) return true
      return hasImported ? '请先选择考生' : '请先导入模版'
    },
  })
  const take = (result: ImportResult) => {
    setImported(true)
    pick.add(peopleOf(result))
  }
  return <ImportStepper {...stepper} onImported={take} />
}

/** Rows where the answer has some, else the bare ids, comma separated. */
export function peopleOf({ list, outerStaffIds }: ImportResult): Picked[] {
  const rows = (list ?? []).flatMap((row) => {
    const parsed = imported.safeParse(row)
    return parsed.success ? [parsed.data] : []
  })
  const ids = (outerStaffIds ?? '')
    .split(',')
    .flatMap((text) => (text.trim() === '' ? [] : [{ id: text.trim(), name: undefined }]))
  return (rows.length > 0 ? rows : ids).map(
    ({ id, name }, index): Picked => ({
      kind: 'import',
      id,
      name: name ?? `导入人员 ${index + 1}`,
    }),
  )
}
