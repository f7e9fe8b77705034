import { formatInstant, ListPage, LoadAgain, RightButton, type RowOf, useCall } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { keyOfRule, wordsOfReminder } from '../../contract/reminder-rules.ts'
import { type ReminderRules, reminders } from '../../contract/reminders.ts'
import { unwrittenWords } from './reminder-words.ts'
import { RulesDialog } from './rules.dialog.tsx'

type Run = RowOf<typeof reminders.runs>

/** Each time that people of the course were reminded, and by which rules they will be. */
export function RemindersView({ courseId }: { readonly courseId: string }): ReactNode {
  const asked = useCall(reminders.rules, { courseId })
  const rules = asked.data
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ListPage
        endpoint={reminders.runs}
        extraInput={{ courseId }}
        rowKey="id"
        prefix="r."
        emptyText="还没有催学记录"
        refetchInterval={(rows) => (rows.some(({ isUnderWay }) => isUnderWay) ? 2000 : false)}
        toolbar={
          <>
            <RightButton right={reminders.setRules} disabled={!rules} onClick={() => setOpen(true)}>
              自动催学
            </RightButton>
            <LoadAgain of={asked} what="自动催学的设置" />
            {rules && <span className="kp-hint">{wordsOfRules(rules)}</span>}
          </>
        }
        columns={[
          { title: '时间', dataIndex: 'at', width: 160, render: (at: string) => formatInstant(at) },
          { title: '方式', dataIndex: 'words', width: 180 },
          { title: '操作人', dataIndex: 'askedByName', width: 120, render: (name: string | null) => name ?? '系统' },
          {
            title: '已发送',
            dataIndex: 'writtenCount',
            width: 100,
            align: 'right',
            render: (count: number, { isUnderWay }: Run) => (isUnderWay ? `${count}（发送中）` : count),
          },
          { title: '未发送', key: 'unwritten', render: (_value, run: Run) => unwrittenWords(run).join('，') },
        ]}
      />
      {isOpen && rules && <RulesDialog courseId={courseId} rules={rules} onClose={() => setOpen(false)} />}
    </>
  )
}

function wordsOfRules({ beforeDays, isAtDue, afterDays, unbegunDays }: ReminderRules): string {
  const keys = [
    ...beforeDays.map((days) => keyOfRule({ kind: 'before', days })),
    ...(isAtDue ? [keyOfRule({ kind: 'due', days: 0 })] : []),
    ...afterDays.map((days) => keyOfRule({ kind: 'after', days })),
    ...unbegunDays.map((days) => keyOfRule({ kind: 'unbegun', days })),
  ]
  return keys.length === 0 ? '没有设置自动催学' : `自动催学：${keys.map(wordsOfReminder).join('、')}`
}
