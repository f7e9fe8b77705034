import type { OutputOf } from '@kaopei/contract'
import { linkState } from '@kaopei/share/contract/link-row'
import { inAWeek, useLinkMaker } from '@kaopei/share/parts'
import {
  CodeTag,
  calling,
  Dash,
  EmptyState,
  formatInstant,
  formFor,
  InstantInput,
  Loaded,
  RowActions,
  useCall,
} from '@kaopei/web'
import { Input, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { questionnaireStatus } from '../../contract/codes.ts'
import { questionnairePeople } from '../../contract/people.ts'
import type { QuestionnaireDetail } from '../../contract/questionnaire.ts'

const making = formFor(questionnairePeople.createLink)
type LinkRow = OutputOf<typeof questionnairePeople.links>[number]

/** Links by which anybody answers, without an account. */
export function Links({ detail }: { readonly detail: QuestionnaireDetail }): ReactNode {
  const { id, name, status } = detail
  const links = useCall(questionnairePeople.links, { id })
  const [initialValues] = useState(() => ({ id, title: name, expiresAt: inAWeek() }))
  const maker = useLinkMaker({
    endpoint: questionnairePeople.createLink,
    form: making,
    button: '创建链接',
    title: '创建问卷链接',
    successText: '问卷链接已创建',
    initialValues,
    nameOf: ({ title }) => title,
    children: (
      <>
        <making.Field name="title" label="名称" extra="便于区分发给了谁，答卷的人看不到。">
          <Input maxLength={100} placeholder="例如：供应商满意度" />
        </making.Field>
        <making.Field name="expiresAt" label="有效期至">
          <InstantInput />
        </making.Field>
      </>
    ),
  })
  const columns = useMemo(() => columnsFor(id), [id])
  const isOver = status === questionnaireStatus.closed || status === questionnaireStatus.ended
  return (
    <section className="kp-card kp-qn-page" aria-label="问卷链接">
      <p className="kp-hint">
        获得链接的人不需要账号即可作答，每份答卷只能提交一次；发布后、结束前有效。链接可以转发，系统无法阻止同一个人提交多份。
        {status === questionnaireStatus.draft && '问卷还没有发布，链接在发布后才能打开。'}
        {isOver && '问卷已经结束，不能再创建链接。'}
      </p>
      <div className="kp-qn-line kp-qn-link-tools">
        {!isOver && maker.button}
        {links.data && <span className="kp-hint">共 {links.data.length} 个链接</span>}
      </div>
      <Loaded of={links}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState text="还没有问卷链接" />
          ) : (
            <Table
              rowKey="id"
              size="small"
              pagination={rows.length > 20 && { pageSize: 20, showSizeChanger: false }}
              scroll={{ x: 'max-content' }}
              dataSource={[...rows]}
              columns={columns}
            />
          )
        }
      </Loaded>
      {maker.drawers}
    </section>
  )
}

function columnsFor(questionnaireId: string): TableColumnsType<LinkRow> {
  return [
    { title: '名称', dataIndex: 'title', width: 200, ellipsis: true },
    { title: '状态', dataIndex: 'state', width: 80, render: (state: number) => <CodeTag codes={linkState} value={state} /> },
    { title: '有效期至', dataIndex: 'expiresAt', width: 150, render: (at: string) => formatInstant(at) },
    {
      title: '最近打开',
      dataIndex: 'lastUsedAt',
      width: 150,
      render: (at: string | null) => <Dash>{at && formatInstant(at)}</Dash>,
    },
    { title: '创建人', dataIndex: 'createdByName', width: 90, ellipsis: true },
    {
      title: '操作',
      key: 'actions',
      width: 90,
      render: (_, { id, title, state }) =>
        state === linkState.living && (
          <RowActions
            actions={[
              calling(questionnairePeople.revokeLink, {
                label: '停用',
                name: `停用 ${title}`,
                isDangerous: true,
                input: { id: questionnaireId, linkIds: [id] },
                confirm: '停用后不能再通过此链接作答，已收到的答卷保留。确定停用吗？',
                refreshes: [questionnairePeople.links],
              }),
            ]}
          />
        ),
    },
  ]
}
