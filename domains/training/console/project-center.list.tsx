import { PlusOutlined } from '@ant-design/icons'
import { CodeTag, formatInstant, formatNumber, ListPage, RightButton } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { projectStatus } from '../contract/codes.ts'
import { loop } from '../contract/loop.ts'
import { projectCenter } from '../contract/menus.ts'
import { type ProjectRow, project } from '../contract/project.ts'
import { ProjectCategories } from './category.tree.tsx'
import { CopyDialog } from './opened-copy.ts'
import { infoPath, loopPath, stepPath } from './paths.ts'
import { ProjectActions } from './project-actions.tsx'
import './training.css'

/** 培训项目: categories at the left, projects with their people and progress at the right. */
export default function ProjectCenterList(): ReactNode {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [copied, setCopied] = useState<ProjectRow>()
  const categoryId = params.get('category')
  const create = () => void navigate(categoryId ? `${stepPath(0)}?category=${categoryId}` : stepPath(0))
  return (
    <>
      <ListPage
        title="培训项目"
        endpoint={project.list}
        rowKey="id"
        side={<ProjectCategories />}
        sideLabel="项目分类"
        extraInput={categoryId ? { categoryId } : {}}
        toolbar={
          <>
            <RightButton right={projectCenter.rights.add} type="primary" icon={<PlusOutlined />} onClick={create}>
              新建项目
            </RightButton>
            <RightButton right={loop.create} onClick={() => void navigate(loopPath())}>
              从考试生成
            </RightButton>
          </>
        }
        emptyText="还没有培训项目"
        emptyAction={
          <RightButton right={projectCenter.rights.add} type="link" onClick={create}>
            新建第一个项目
          </RightButton>
        }
        filters={[
          { name: 'name', label: '项目名称', kind: 'text' },
          { name: 'status', label: '状态', kind: 'select', options: projectStatus.options },
          { name: 'source', label: '来源', kind: 'select', options: sources },
          { name: 'examSource', label: '内容', kind: 'select', options: contents },
          { name: 'time', label: '项目时间', kind: 'dateRange' },
        ]}
        columns={columnsOf(setCopied)}
      />
      {copied && <CopyDialog project={copied} onClose={() => setCopied(undefined)} />}
    </>
  )
}

const sources = [
  { value: 1, label: '自建' },
  { value: 2, label: '外采' },
] as const
const contents = [
  { value: 3, label: '含考试' },
  { value: 4, label: '含课程' },
  { value: 5, label: '全部' },
] as const

function columnsOf(onCopy: (row: ProjectRow) => void): TableColumnsType<ProjectRow> {
  return [
    {
      title: '项目名称',
      dataIndex: 'name',
      sorter: true,
      width: 186,
      ellipsis: true,
      render: (_, row) => <NameCell {...row} />,
    },
    { title: '项目时间', key: 'beginTime', sorter: true, width: 158, render: (_, row) => <TimeCell {...row} /> },
    {
      title: '状态',
      dataIndex: 'status',
      width: 74,
      render: (status: number) => <CodeTag codes={projectStatus} value={status} />,
    },
    {
      title: '完成 / 学员',
      key: 'people',
      width: 100,
      align: 'right',
      className: 'kp-number',
      render: (_, row) => <PeopleCell {...row} />,
    },
    { title: '更新', dataIndex: 'updateTime', width: 140, render: (_, row) => <UpdateCell {...row} /> },
    {
      title: '操作',
      key: 'actions',
      width: 170,
      fixed: 'right',
      render: (_, row) => <ProjectActions project={row} onCopy={() => onCopy(row)} />,
    },
  ]
}

/** The name, and below it where it belongs and how much it is. */
function NameCell({ id, name, status, categoryName, stageCount, taskCount }: ProjectRow): ReactNode {
  const below = [categoryName, `${stageCount} 阶段 ${taskCount} 任务`].filter(Boolean).join(' · ')
  return (
    <>
      <Link to={status === projectStatus.draft ? stepPath(1, id) : infoPath('detail', id)} title={name}>
        {name}
      </Link>
      <div className="kp-training-below" title={below}>
        {below}
      </div>
    </>
  )
}

function PeopleCell({ completedCount, learnerCount, percent }: ProjectRow): ReactNode {
  return (
    <>
      {formatNumber(completedCount)} / {formatNumber(learnerCount)}
      {percent !== null && <div className="kp-training-below">平均 {percent}%</div>}
    </>
  )
}

function UpdateCell({ updateTime, creatorName }: Pick<ProjectRow, 'updateTime' | 'creatorName'>): ReactNode {
  return (
    <span className="kp-number">
      {formatInstant(updateTime)}
      {creatorName !== null && <div className="kp-training-below">创建人：{creatorName}</div>}
    </span>
  )
}

function TimeCell({ beginTime, endTime }: Pick<ProjectRow, 'beginTime' | 'endTime'>): ReactNode {
  if (beginTime === null && endTime === null) return '长期有效'
  return (
    <span className="kp-number">
      {beginTime === null ? '上架时起' : formatInstant(beginTime)}
      <br />
      {endTime === null ? '长期有效' : `至 ${formatInstant(endTime)}`}
    </span>
  )
}
