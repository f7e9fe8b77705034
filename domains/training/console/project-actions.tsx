import { StudentDrawer } from '@kaopei/org/parts'
import { calling, RowActions } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { projectNotice } from '../contract/notice.ts'
import { project } from '../contract/project.ts'
import { projectStaff } from '../contract/staff.ts'
import { isChangeable, isDeletable, isRunning, statusAfter } from '../contract/status.ts'
import { infoPath, listPath, stepPath } from './paths.ts'
import { useProjectStudents } from './people/project-students.ts'
import { whyClosed } from './people/why-closed.ts'

interface ActedProject {
  readonly id: string
  readonly name: string
  readonly status: number
}

interface Props {
  readonly project: ActedProject
  readonly onCopy: () => void
  /** There the ways to its pages stand apart. */
  readonly isOnDetail?: boolean
}

/** What can be done with a project in its state. */
export function ProjectActions({ project: row, onCopy, isOnDetail = false }: Props): ReactNode {
  const navigate = useNavigate()
  const [isManaging, setManaging] = useState(false)
  const studentsOf = useProjectStudents()
  const { id, name, status } = row
  const isOpen = isChangeable(status)
  const named = (label: string) => ({ label, name: `${label}${name}` })
  return (
    <>
      <RowActions
        moreName={`${name}的更多操作`}
        actions={[
          !isOnDetail && !isDeletable(status) && { ...named('详情'), run: () => navigate(infoPath('detail', id)) },
          isOpen && { ...named('编辑'), right: project.modify, run: () => navigate(stepPath(0, id)) },
          isOpen && { ...named('任务'), isFolded: !isDeletable(status), run: () => navigate(stepPath(1, id)) },
          isOpen && { ...named('学员管理'), isFolded: true, right: projectStaff.list, run: () => setManaging(true) },
          !isDeletable(status) &&
            !isOnDetail && {
              ...named('通知'),
              isFolded: true,
              right: projectNotice.list,
              run: () => navigate(infoPath('notice', id)),
            },
          { ...named('复制'), isFolded: true, right: project.copy, run: onCopy },
          ...shelfActions(row, () => navigate(stepPath(2, id))),
          isDeletable(status) &&
            calling(project.delete, {
              label: '删除',
              isFolded: true,
              isDangerous: true,
              input: { id },
              confirm: { title: '确认删除？', content: `删除后不可恢复：${name}`, isDangerous: true },
              successText: '删除成功',
              onDone: () => isOnDetail && void navigate(listPath),
            }),
        ]}
      />
      <StudentDrawer
        open={isManaging}
        onClose={() => setManaging(false)}
        stored={{ ...studentsOf(id), isFull: whyClosed(status) }}
      />
    </>
  )
}

/** 上架 of a draft leads to its checks: there the faults stand with the way to each. */
function shelfActions({ id, name, status }: ActedProject, onCheck: () => void) {
  const may = (transition: Parameters<typeof statusAfter>[1]) => statusAfter(status, transition) !== undefined
  return [
    may('upShelf') &&
      (isDeletable(status)
        ? { label: '上架', name: `上架${name}`, isFolded: true, right: project.upShelf, run: onCheck }
        : calling(project.upShelf, { label: '上架', isFolded: true, input: { id }, successText: '上架成功' })),
    may('offShelf') &&
      calling(project.offShelf, {
        label: '下架',
        isFolded: true,
        input: { id },
        confirm: { title: '确认下架？', content: `下架后“${name}”的学员可继续学习，不再接受新学员，也不再发送自动提醒。` },
        successText: '下架成功',
      }),
    isRunning(status) &&
      may('end') &&
      calling(project.end, {
        label: '结束',
        isFolded: true,
        isDangerous: true,
        input: { id },
        confirm: {
          title: '结束项目？',
          content: `“${name}”结束后不再记录学员的进度，也不能重新开始。`,
          isDangerous: true,
        },
        successText: '项目已结束',
      }),
    may('archive') &&
      calling(project.archive, {
        label: '归档',
        isFolded: true,
        input: { id },
        confirm: { title: '归档项目？', content: `归档后保留“${name}”此刻的任务、学员和进度，以后不再变化。` },
        successText: '归档成功',
      }),
  ]
}
