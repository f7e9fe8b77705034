import { PlusOutlined } from '@ant-design/icons'
import {
  ActionButton,
  CodeTag,
  calling,
  Dash,
  EmptyState,
  FocusReturn,
  filtersOf,
  formatInstant,
  ListPage,
  Loaded,
  RightButton,
  RowActions,
  ToneTag,
  toast,
  useAction,
  useCall,
} from '@kaopei/web'
import { downloadFile } from '@kaopei/web/client'
import { Button, Modal, type TableColumnsType } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { scaleKind, scaleStatus } from '../../contract/codes.ts'
import { scaleFile } from '../../contract/definition.ts'
import { type ScaleRow, scale } from '../../contract/scale.ts'
import { libraryPath, scalePath, statisticsPath } from '../paths.ts'
import '../evaluation.css'
import { NewScale } from './new-scale.form.tsx'

const filters = filtersOf(scale.list, [
  { name: 'name', label: '量表名称', kind: 'text' },
  { name: 'kind', label: '类型', kind: 'select', options: scaleKind.options },
  { name: 'status', label: '状态', kind: 'select', options: scaleStatus.options },
])

/** 测评库 */
export default function LibraryList(): ReactNode {
  const [opened, setOpened] = useState<'new' | 'shipped'>()
  const file = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const importing = useAction(scale.importFile, { successText: '导入成功，已打开草稿' })
  const read = async (given: File) => {
    const parsed = scaleFile.safeParse(await jsonOf(given))
    if (!parsed.success) return toast.error(`文件不能导入：${parsed.error.issues[0]?.message ?? '格式不正确'}`)
    const done = await importing.run({ file: parsed.data })
    if (!done.ok) return
    const { id, unknownSkills } = done.data
    if (unknownSkills.length > 0) toast.warning(`技能库中没有这些技能，对应关系未导入：${unknownSkills.join('、')}`)
    void navigate(scalePath(id))
  }
  const tools = (
    <>
      <RightButton right={scale.save} type="primary" icon={<PlusOutlined />} onClick={() => setOpened('new')}>
        新建量表
      </RightButton>
      <RightButton right={scale.addShipped} onClick={() => setOpened('shipped')}>
        内置量表
      </RightButton>
      <RightButton right={scale.importFile} loading={importing.isRunning} onClick={() => file.current?.click()}>
        导入量表
      </RightButton>
      <input
        ref={file}
        hidden
        type="file"
        accept=".json"
        aria-label="量表文件"
        onChange={({ target }) => {
          const given = target.files?.[0]
          target.value = ''
          if (given) void read(given)
        }}
      />
    </>
  )
  return (
    <>
      <ListPage
        title="测评库"
        header={{ description: '量表由题目、计分方向、维度、常模和解释组成。发布后的版本不再改变，修改会生成下一版。' }}
        endpoint={scale.list}
        rowKey="id"
        filters={filters}
        toolbar={tools}
        emptyText="还没有量表，可以从内置量表开始"
        columns={columns}
      />
      {opened === 'new' && <NewScale onClose={() => setOpened(undefined)} />}
      {opened === 'shipped' && <Shipped onClose={() => setOpened(undefined)} />}
    </>
  )
}

async function jsonOf(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text())
  } catch {
    return undefined
  }
}

const columns: TableColumnsType<ScaleRow> = [
  {
    title: '量表名称',
    dataIndex: 'name',
    width: 210,
    ellipsis: true,
    render: (name: string, { id }) => <Link to={scalePath(id)}>{name}</Link>,
  },
  { title: '类型', dataIndex: 'kind', width: 110, render: (kind: number) => <CodeTag codes={scaleKind} value={kind} /> },
  {
    title: '状态',
    dataIndex: 'status',
    width: 110,
    render: (status: number, { hasDraft }) => (
      <>
        <CodeTag codes={scaleStatus} value={status} />
        {status !== scaleStatus.draft && hasDraft && <ToneTag tone="warning">有修改</ToneTag>}
      </>
    ),
  },
  {
    title: '版本',
    dataIndex: 'versionNumber',
    width: 64,
    align: 'right',
    className: 'kp-number',
    render: (n: number) => n || <Dash />,
  },
  { title: '题目', dataIndex: 'itemCount', width: 64, align: 'right', className: 'kp-number' },
  { title: '测评安排', dataIndex: 'appointmentCount', width: 88, align: 'right', className: 'kp-number' },
  { title: '许可', dataIndex: 'licence', width: 120, ellipsis: true, render: (text: string) => <Dash>{text}</Dash> },
  { title: '更新时间', dataIndex: 'updateTime', width: 150, render: (time: string) => formatInstant(time) },
  { title: '操作', key: 'actions', width: 160, fixed: 'right', render: (_, row) => <ScaleActions row={row} /> },
]

interface ActionsProps {
  readonly row: Pick<ScaleRow, 'id' | 'name' | 'status' | 'appointmentCount'>
  /** On its own page nothing leads there. */
  readonly isOpen?: boolean
}

export function ScaleActions({ row, isOpen = false }: ActionsProps): ReactNode {
  const navigate = useNavigate()
  const { id, name, status } = row
  return (
    <RowActions
      moreName={`${name}的更多操作`}
      actions={[
        !isOpen && { label: '查看', name: `查看${name}`, run: () => navigate(scalePath(id)) },
        status !== scaleStatus.draft && { label: '统计', name: `${name}的统计`, run: () => navigate(statisticsPath(id)) },
        { label: '导出量表', isFolded: true, right: scale.exportFile, run: () => void downloadFile(scale.exportFile, { id }) },
        { label: '导出题目', isFolded: true, right: scale.exportItems, run: () => void downloadFile(scale.exportItems, { id }) },
        status === scaleStatus.published &&
          calling(scale.withdraw, {
            label: '停用',
            isFolded: true,
            isDangerous: true,
            input: { id },
            confirm: `停用“${name}”后不能再安排新的测评，进行中的不受影响。确定停用吗？`,
            successText: '已停用',
          }),
        status === scaleStatus.withdrawn &&
          calling(scale.restore, { label: '启用', isFolded: true, input: { id }, successText: '已启用' }),
        row.appointmentCount === 0 &&
          calling(scale.remove, {
            label: '删除',
            isFolded: true,
            isDangerous: true,
            input: { id },
            confirm: { title: '删除量表？', content: `删除后不可恢复：${name}`, isDangerous: true },
            successText: '删除成功',
            onDone: () => void navigate(libraryPath),
          }),
      ]}
    />
  )
}

function Shipped({ onClose }: { readonly onClose: () => void }): ReactNode {
  const asked = useCall(scale.shipped, undefined)
  return (
    <Modal open title="内置量表" footer={<Button onClick={onClose}>关 闭</Button>} onCancel={onClose} width={640}>
      <FocusReturn />
      <Loaded of={asked}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState text="没有内置量表" />
          ) : (
            rows.map(({ key, name, kind, information, licence, itemCount, isAdded }) => (
              <section key={key} className="kp-ev-shipped" aria-label={name}>
                <div>
                  <strong>{name}</strong> <CodeTag codes={scaleKind} value={kind} />
                  <p className="kp-hint">
                    {itemCount} 题 · {information}
                  </p>
                  <p className="kp-hint">许可：{licence}</p>
                </div>
                {isAdded ? (
                  <Button disabled>已添加</Button>
                ) : (
                  <ActionButton
                    type="primary"
                    endpoint={scale.addShipped}
                    input={{ key }}
                    successText="已加入测评库"
                    refreshes={[scale.list, scale.shipped]}
                  >
                    添加
                  </ActionButton>
                )}
              </section>
            ))
          )
        }
      </Loaded>
    </Modal>
  )
}
