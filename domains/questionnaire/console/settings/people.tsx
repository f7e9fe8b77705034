import { doneExcept } from '@kaopei/org/contract/left-out'
import { DepartmentTab, departmentFilter, StaffPicker } from '@kaopei/org/parts'
import { UserGroupTab } from '@kaopei/usergroup/parts'
import {
  ActionButton,
  CodeTag,
  calling,
  Dash,
  FilterDrawer,
  ListPage,
  type PickTab,
  pickTabs,
  RightButton,
  RowActions,
  type RowOf,
  useAction,
  useCall,
} from '@kaopei/web'
import { Alert, type TableColumnsType, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { answerState, audienceMode, partState, questionnaireStatus } from '../../contract/codes.ts'
import { questionnaireErrors } from '../../contract/errors.ts'
import { questionnairePeople } from '../../contract/people.ts'
import type { QuestionnaireDetail } from '../../contract/questionnaire.ts'
import '../editor/editor.css'
import { Links } from './links.tsx'

type Row = RowOf<typeof questionnairePeople.staffList>

/** Who is asked to answer, and who has. */
export default function People({ detail }: { readonly detail: QuestionnaireDetail }): ReactNode {
  const { id, audienceMode: mode, isAnonymous, status } = detail
  if (mode === audienceMode.link) return <Links detail={detail} />
  const isOver = status === questionnaireStatus.closed || status === questionnaireStatus.ended
  return (
    <>
      {mode === audienceMode.everyone && (
        <Alert
          type="info"
          showIcon
          className="kp-qn-notice"
          title="全体员工都可以作答，不需要添加；要改为指定人员或部门，请到“设置”中更改答卷方式。"
        />
      )}
      {isAnonymous && (
        <Alert type="info" showIcon className="kp-qn-notice" title="匿名问卷：这里只显示谁已参与，看不到也查不到谁答了什么。" />
      )}
      {mode === audienceMode.groups && <Audience id={id} isOver={isOver} />}
      <ListPage
        endpoint={questionnairePeople.staffList}
        rowKey="staffId"
        prefix="s."
        extraInput={{ id }}
        emptyText="没有符合条件的答卷人员"
        filters={[
          { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号' },
          departmentFilter,
          { name: 'state', label: '状态', kind: 'select', options: statesOf(isAnonymous).options },
        ]}
        {...(mode === audienceMode.chosen && {
          isSelectable: ({ isByTask }: Row) => !isByTask,
          toolbar: <AddPeople id={id} isOver={isOver} />,
          batchActions: ({ rows, clear }: { rows: readonly Row[]; clear: () => void }) => (
            <ActionButton
              size="small"
              danger
              endpoint={questionnairePeople.deleteStaff}
              input={{ id, staffIds: rows.map(({ staffId }) => staffId) }}
              confirm={{
                title: '移出答卷人员',
                content: `确定移出所选 ${rows.length} 人吗？已提交的答卷保留。`,
                isDangerous: true,
              }}
              successText={doneExcept('移出成功')}
              onDone={clear}
            >
              移出
            </ActionButton>
          ),
        })}
        columns={columnsOf(detail)}
      />
    </>
  )
}

const statesOf = (isAnonymous: boolean) => (isAnonymous ? partState : answerState)

function columnsOf({ id, isAnonymous, audienceMode: mode }: QuestionnaireDetail): TableColumnsType<Row> {
  const isChosen = mode === audienceMode.chosen
  const text = (title: string, dataIndex: keyof Row, width: number) => ({
    title,
    dataIndex,
    width,
    ellipsis: true,
    render: (value: string | null) => <Dash>{value}</Dash>,
  })
  return [
    text('姓名', 'name', 110),
    text('账号', 'loginAccount', 130),
    text('工号', 'jobNumber', 110),
    text('部门', 'department', 160),
    {
      title: '状态',
      dataIndex: 'state',
      width: 90,
      render: (state: number) => <CodeTag codes={statesOf(isAnonymous)} value={state} />,
    },
    ...(isAnonymous ? [] : [text('提交日期', 'answeredOn', 120)]),
    ...(isChosen
      ? [
          {
            title: '操作',
            key: 'actions',
            width: 90,
            fixed: 'right' as const,
            render: (_: unknown, { staffId, name, isByTask }: Row) => (
              <RowActions
                actions={[
                  calling(questionnairePeople.deleteStaff, {
                    label: '移出',
                    name: `移出${name}`,
                    isDangerous: true,
                    refusal: isByTask ? questionnaireErrors.ledByTask.text : undefined,
                    input: { id, staffIds: [staffId] },
                    confirm: { title: '移出答卷人员', content: `确定移出“${name}”吗？已提交的答卷保留。`, isDangerous: true },
                    successText: doneExcept('移出成功'),
                  }),
                ]}
              />
            ),
          },
        ]
      : []),
  ]
}

interface Added {
  readonly addedCount: number
  readonly repeatedCount: number
  readonly skippedCount: number
}

function addedText({ addedCount, repeatedCount, skippedCount }: Added) {
  if (repeatedCount + skippedCount === 0) return '添加成功'
  const notes = [
    `添加 ${addedCount} 个`,
    ...(repeatedCount > 0 ? [`${repeatedCount} 个已在名单中`] : []),
    ...(skippedCount > 0 ? [`${skippedCount} 人已停用或不在您的管理范围内`] : []),
  ]
  return { warning: notes.join('，') }
}

function AddPeople({ id, isOver }: { readonly id: string; readonly isOver: boolean }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const add = useAction(questionnairePeople.updateStaff, { successText: addedText })
  return (
    <>
      <RightButton right={questionnairePeople.updateStaff} type="primary" disabled={isOver} onClick={() => setOpen(true)}>
        添加人员
      </RightButton>
      <StaffPicker
        open={isOpen}
        title="添加答卷人员"
        onClose={() => setOpen(false)}
        onConfirm={async (people) => (await add.run({ id, staffIds: people.map((one) => one.id) })).ok}
      />
    </>
  )
}

/** Departments and groups as they are whenever somebody comes. */
function Audience({ id, isOver }: { readonly id: string; readonly isOver: boolean }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { data } = useCall(questionnairePeople.staffList, { id, pageSize: 1 })
  const add = useAction(questionnairePeople.updateStaff, { successText: addedText })
  const remove = useAction(questionnairePeople.deleteStaff, { successText: '移除成功' })
  const audience = data?.audience ?? []
  return (
    <section className="kp-card kp-qn-audience" aria-label="部门和用户组">
      <strong>部门和用户组{data && `（${audience.length}）`}</strong>
      {audience.map((one) => (
        <Tag
          key={one.id}
          closable={!isOver}
          onClose={(event) => {
            // It goes once the server has taken it out.
            event.preventDefault()
            void remove.run({ id, audienceIds: [one.id] })
          }}
        >
          {one.kind === 'department' ? '部门' : '用户组'}：{one.name}
        </Tag>
      ))}
      {data && audience.length === 0 && <span className="kp-hint">还没有选择，选择后其中的人都可以作答。</span>}
      <RightButton right={questionnairePeople.updateStaff} size="small" disabled={isOver} onClick={() => setOpen(true)}>
        添加
      </RightButton>
      <FilterDrawer
        open={isOpen}
        title="添加部门和用户组"
        width={820}
        tabs={audienceTabs}
        onClose={() => setOpen(false)}
        onConfirm={async (items) => {
          const idsOf = (kind: string) => items.filter((item) => item.kind === kind).map((item) => item.id)
          const input = { id, audienceDepartmentIds: idsOf('department'), audienceGroupIds: idsOf('userGroup') }
          return (await add.run(input)).ok
        }}
      />
    </section>
  )
}

const audienceTabs: readonly PickTab[] = [
  { key: '1', title: pickTabs[1].title, content: (pick) => <DepartmentTab pick={pick} /> },
  { key: '8', title: pickTabs[8].title, content: (pick) => <UserGroupTab pick={pick} /> },
]
