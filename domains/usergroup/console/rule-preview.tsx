import { Bones, EmptyState, ErrorState, toast, useCall } from '@kaopei/web'
import { Button, Form, Table, type TableColumnsType, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { group } from '../contract/group.ts'
import type { MemberRow } from '../contract/member.ts'
import { type GroupRule, groupRule } from '../contract/rule.ts'

/** Who would be in the group by the rule of the surrounding form, and who would come and go. */
export function RulePreview({ groupId }: { readonly groupId?: string }): ReactNode {
  const form = Form.useFormInstance()
  const current = Form.useWatch<unknown>('rule', form)
  const [asked, ask] = useState<GroupRule>()
  const preview = () => {
    const parsed = groupRule.safeParse(form.getFieldValue('rule'))
    if (!parsed.success) return toast.warning(parsed.error.issues[0]?.message ?? '请先完善规则')
    ask(parsed.data)
  }
  const isStale = asked !== undefined && JSON.stringify(groupRule.safeParse(current).data) !== JSON.stringify(asked)
  return (
    <section aria-label="预览" className="kp-rule-preview">
      <Button onClick={preview}>预览人员</Button>
      {isStale && <span className="kp-rule-stale">规则已修改，请重新预览</span>}
      {asked && !isStale && <Found rule={asked} {...(groupId !== undefined && { groupId })} />}
    </section>
  )
}

function Found({ rule, groupId }: { readonly rule: GroupRule; readonly groupId?: string }): ReactNode {
  const answer = useCall(group.previewStaffGroupRule, { rule, ...(groupId !== undefined && { id: groupId }) })
  if (answer.error) return <ErrorState error={answer.error} onRetry={answer.refetch} />
  if (!answer.data) return <Bones rows={3} />
  const { staffCount, addedCount, removedCount, dataList, added, removed } = answer.data
  const lists = [
    { key: 'all', label: `符合规则 ${staffCount} 人`, rows: dataList },
    ...(groupId === undefined
      ? []
      : [
          { key: 'added', label: `将加入 ${addedCount} 人`, rows: added },
          { key: 'removed', label: `将移出 ${removedCount} 人`, rows: removed },
        ]),
  ]
  return (
    <Tabs
      size="small"
      items={lists.map(({ key, label, rows }) => ({
        key,
        label,
        children: (
          <Table<MemberRow>
            size="small"
            rowKey="id"
            columns={columns}
            dataSource={rows}
            pagination={false}
            locale={{ emptyText: <EmptyState text="没有符合条件的人员" /> }}
            {...(rows.length === shown && { footer: () => `只显示前 ${shown} 人` })}
          />
        ),
      }))}
    />
  )
}

const shown = 10
const columns: TableColumnsType<MemberRow> = [
  { title: '姓名', dataIndex: 'name', width: 120, ellipsis: true },
  { title: '账号', dataIndex: 'loginAccount', width: 150, ellipsis: true },
  { title: '部门', dataIndex: 'department', ellipsis: true, render: (name: string | null) => name ?? '-' },
]
