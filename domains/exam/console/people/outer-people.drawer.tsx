import { ImportTab, SingleAddTab } from '@kaopei/org/parts'
import { FilterDrawer, type Picked, type PickTab, pickTabs, toast, useAction, useListRefresh } from '@kaopei/web'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { outerPeople } from '../../contract/outer-people.ts'

const typed = z.object({ name: z.string(), phone: z.string(), email: z.string() })

interface Props {
  readonly examId: string
  readonly open: boolean
  readonly onClose: () => void
}

/** 添加外部考生: typed one by one, or from a file, whose people are candidates as soon as it is imported. */
export function OuterPeopleDrawer({ examId, open, onClose }: Props): ReactNode {
  const refresh = useListRefresh()
  const add = useAction(outerPeople.addOuter, { successText: '' })
  const tabs: readonly PickTab[] = [
    { key: '9', title: pickTabs['9'].title, content: (pick) => <SingleAddTab pick={pick} /> },
    {
      key: '10',
      title: pickTabs['10'].title,
      content: (pick) => (
        <ImportTab
          pick={pick}
          templateEndpoint={outerPeople.outerTemplate}
          importEndpoint={outerPeople.batchImportOuter}
          extras={{ examinationId: examId }}
          hint={<p>文件中的人员导入后即为本场考试的考生；手机号已登记过的外部考生会直接加入。</p>}
        />
      ),
    },
  ]
  const save = async (items: readonly Picked[]): Promise<boolean> => {
    const people = items.filter(({ kind }) => kind === 'single').flatMap(({ data }) => typed.safeParse(data).data ?? [])
    const imported = items.filter(({ kind }) => kind === 'import').length
    const isAdded = people.length === 0 || (await add.run({ examinationId: examId, people })).ok
    refresh()
    if (isAdded) toast.success(`已添加 ${people.length + imported} 名外部考生`)
    return isAdded
  }
  const close = () => {
    // A file has been imported even when its people are not confirmed.
    refresh()
    onClose()
  }
  return <FilterDrawer open={open} title="添加外部考生" tabs={tabs} onClose={close} onConfirm={save} />
}
