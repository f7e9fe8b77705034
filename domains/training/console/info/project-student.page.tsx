import { ExportButton } from '@kaopei/jobs/parts'
import { StaffPicker, StudentDrawer, updatedExam } from '@kaopei/org/parts'
import { ListPage, RightButton, toast, useAction, useAddress, useCall } from '@kaopei/web'
import { Checkbox, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { projectNotice } from '../../contract/notice.ts'
import { projectProgress } from '../../contract/progress.ts'
import { projectStaff } from '../../contract/staff.ts'
import { projectTasks } from '../../contract/stage-task.ts'
import { SendDrawer } from '../notices/notices-opened.ts'
import { AudienceDrawer } from '../people/chosen-people.tsx'
import { wordsOfAdded } from '../people/people-words.ts'
import { useProjectStudents } from '../people/project-students.ts'
import { whyClosed } from '../people/why-closed.ts'
import type { ProjectDetail } from '../wizard/frame.tsx'
import { ExamStudents } from './exam-students.tsx'
import { ProjectInfo } from './frame.tsx'
import { ImportDrawer, PersonDrawer } from './people-opened.ts'
import { StudentBatch } from './student-batch.tsx'
import { orderOf, orders, type StudentRow, studentColumns, studentFilters, wishOf } from './student-columns.tsx'

/**
 * /projectInfo/projectStudent: who takes part, how far they are, where they are stuck; added, imported, reminded, exported. With
 * `?type=exam&id=…&actionType=update` it is the 学员管理 of a stored exam instead.
 */
export default function ProjectStudentPage(): ReactNode {
  const [params] = useSearchParams()
  const examId = updatedExam(params)
  if (examId !== undefined) return <ExamStudents examId={examId} />
  return <ProjectInfo page="student">{(detail) => <Students key={detail.id} detail={detail} />}</ProjectInfo>
}

type Opened = 'add' | 'students' | 'audience' | 'import'

function Students({ detail }: { readonly detail: ProjectDetail }): ReactNode {
  const { id: projectId, status } = detail
  const [opened, setOpened] = useState<Opened>()
  const [person, setPerson] = useState<StudentRow>()
  const [written, setWritten] = useState<readonly StudentRow[]>()
  const order = useOrder()
  const tasks = useCall(projectTasks.getTasks, { projectId })
  const close = () => setOpened(undefined)
  return (
    <>
      <ListPage
        endpoint={projectProgress.people}
        rowKey="staffId"
        extraInput={{ projectId, ...order.input }}
        emptyText="没有符合条件的学员"
        filters={studentFilters(tasks.data?.tasks ?? [])}
        toolbar={({ input, totalCount }) => (
          <>
            <AddButtons status={status} onOpen={setOpened} />
            <RightButton
              right={projectNotice.send}
              disabled={totalCount === 0 || detail.shelfTime === null}
              onClick={() => setWritten([])}
            >
              发送通知
            </RightButton>
            <ExportButton
              right={projectProgress.export}
              title="导出"
              ask={(run) => run(projectProgress.export, wishOf({ ...input, ...order.input, projectId }), { successText: '' })}
            />
            {order.controls}
          </>
        )}
        batchActions={(selection) => <StudentBatch {...{ projectId, status, selection }} onWrite={setWritten} />}
        columns={studentColumns(setPerson)}
      />
      <Adding projectId={projectId} status={status} opened={opened} onClose={close} />
      {person && <PersonDrawer projectId={projectId} status={status} person={person} onClose={() => setPerson(undefined)} />}
      {written && <SendDrawer projectId={projectId} people={written} onClose={() => setWritten(undefined)} />}
    </>
  )
}

/** In which order, and whether only those who are late: kept in the address. */
function useOrder() {
  const [params, setParams] = useAddress()
  const order = orderOf(params.get('order'))
  const isOverdue = params.get('overdue') === '1'
  const set = (name: string, value: string | undefined) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('pageIndex')
      if (value === undefined) next.delete(name)
      else next.set(name, value)
      return next
    })
  return {
    input: { sortField: order.sortField, sortOrder: order.sortOrder, ...(isOverdue && { isOverdue }) },
    controls: (
      <>
        <Select
          aria-label="排序"
          value={order.value}
          style={{ width: 190 }}
          options={orders.map(({ value, label }) => ({ value, label }))}
          onChange={(value) => set('order', value === orders[0].value ? undefined : value)}
        />
        <Checkbox
          className="kp-training-late"
          checked={isOverdue}
          onChange={({ target }) => set('overdue', target.checked ? '1' : undefined)}
        >
          只看逾期
        </Checkbox>
      </>
    ),
  }
}

function AddButtons({ status, onOpen }: { readonly status: number; readonly onOpen: (what: Opened) => void }): ReactNode {
  const closed = whyClosed(status)
  const adding = { right: projectStaff.create, disabled: closed !== undefined, title: closed }
  return (
    <>
      <RightButton {...adding} type="primary" onClick={() => onOpen('add')}>
        添加学员
      </RightButton>
      <RightButton {...adding} right={projectStaff.importFile} onClick={() => onOpen('import')}>
        导入
      </RightButton>
      <RightButton right={projectStaff.list} onClick={() => onOpen('students')}>
        学员管理
      </RightButton>
      <RightButton right={projectStaff.list} onClick={() => onOpen('audience')}>
        部门和用户组
      </RightButton>
    </>
  )
}

interface AddingProps {
  readonly projectId: string
  readonly status: number
  readonly opened: Opened | undefined
  readonly onClose: () => void
}

function Adding({ projectId, status, opened, onClose }: AddingProps): ReactNode {
  const closed = whyClosed(status)
  const studentsOf = useProjectStudents()
  const add = useAction(projectStaff.create, { successText: '', onDone: (done) => toast.success(wordsOfAdded(done)) })
  return (
    <>
      <StaffPicker
        open={opened === 'add'}
        title="添加学员"
        onClose={onClose}
        onConfirm={async (people) => (await add.run({ projectId, staffIds: people.map(({ id }) => id) })).ok}
      />
      <StudentDrawer open={opened === 'students'} onClose={onClose} stored={{ ...studentsOf(projectId), isFull: closed }} />
      <AudienceDrawer open={opened === 'audience'} onClose={onClose} projectId={projectId} closed={closed} />
      {opened === 'import' && <ImportDrawer projectId={projectId} onClose={onClose} />}
    </>
  )
}
