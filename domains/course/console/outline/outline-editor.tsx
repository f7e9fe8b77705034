import { PlusOutlined } from '@ant-design/icons'
import { confirmAction, EmptyState, LoadAgain, Loaded, PageSkeleton, RightButton, ToneTag, useCall } from '@kaopei/web'
import { Alert, Button, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { courseStatus } from '../../contract/codes.ts'
import { course } from '../../contract/course.ts'
import { type CourseOutline, courseOutlineCalls, type OutlineTaskRow } from '../../contract/course-outline.ts'
import { publishing } from '../../contract/publishing.ts'
import '../course.css'
import { previewPath } from '../paths.ts'
import { HistoryDrawer, PublishDialog } from '../publish/publish-opened.ts'
import { type Adding, AddTasks } from './add-tasks.tsx'
import { ChapterDrawer } from './chapter.drawer.tsx'
import { ChapterCard } from './chapter-card.tsx'
import { orderOptions } from './outline-words.ts'
import { TaskDrawer } from './task.drawer.tsx'
import { type EditedChapter, type OutlineEditing, useOutline } from './use-outline.ts'

export type Opened =
  | { readonly kind: 'chapter'; readonly chapter?: EditedChapter }
  | { readonly kind: 'task'; readonly chapter: EditedChapter; readonly task: OutlineTaskRow }
  | { readonly kind: 'add'; readonly chapter: EditedChapter; readonly what: Adding }
  | { readonly kind: 'publish' }
  | { readonly kind: 'history' }

/** Chapters and tasks of a course: added, changed, put in order; each change is saved as it is made. */
export function OutlineEditor({ courseId }: { readonly courseId: string }): ReactNode {
  const editing = useOutline(courseId)
  return (
    <Loaded of={editing.asked} skeleton={<PageSkeleton />}>
      {(outline) => <Editor outline={outline} editing={editing} />}
    </Loaded>
  )
}

interface EditorProps {
  readonly outline: CourseOutline
  readonly editing: OutlineEditing
}

function Editor({ outline, editing }: EditorProps): ReactNode {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const { chapters, isFixed } = outline
  return (
    <>
      <OutlineHead outline={outline} editing={editing} open={setOpened} />
      {isFixed && <Alert type="info" showIcon title="外采课程的内容由平台提供，不能修改。" style={{ marginBottom: 16 }} />}
      {chapters.length === 0 && (
        <div className="kp-card">
          <EmptyState text="还没有章节，请先添加章节，再向章节中添加课件、考试、练习、问卷、图文或链接" />
        </div>
      )}
      {chapters.map((chapter, place) => (
        <ChapterCard key={chapter.id} {...{ chapter, place, outline, editing }} open={setOpened} />
      ))}
      {opened?.kind === 'chapter' && <ChapterDrawer {...{ outline, editing }} chapter={opened.chapter} onClose={close} />}
      {opened?.kind === 'task' && (
        <TaskDrawer {...{ outline, editing }} chapter={opened.chapter} task={opened.task} onClose={close} />
      )}
      {opened?.kind === 'add' && <AddTasks editing={editing} chapter={opened.chapter} what={opened.what} onClose={close} />}
      {opened?.kind === 'history' && <HistoryDrawer courseId={outline.courseId} name={outline.courseName} onClose={close} />}
      {opened?.kind === 'publish' && <PublishDialog courseId={outline.courseId} name={outline.courseName} onClose={close} />}
    </>
  )
}

function OutlineHead({ outline, editing, open }: EditorProps & { readonly open: (opened: Opened) => void }): ReactNode {
  const { courseId, version, unlockOrder, isFixed, isDraft, chapters } = outline
  const tasks = chapters.flatMap((chapter) => chapter.tasks)
  const order = orderOptions.find(({ value }) => value === unlockOrder)
  const discard = async () => {
    const content = '放弃后，课程恢复为学员现在看到的内容，未发布的修改不可恢复。'
    if (await confirmAction({ title: '放弃修改？', content, isDangerous: true }))
      await editing.act(publishing.discard, { id: courseId, version }, '已放弃修改')
  }
  return (
    <section className="kp-card kp-outline-head" aria-label="解锁方式">
      <label htmlFor="kp-unlock-order">解锁方式</label>
      <Select
        id="kp-unlock-order"
        value={unlockOrder}
        disabled={isFixed}
        style={{ width: 150 }}
        options={orderOptions.map(({ value, label }) => ({ value, label }))}
        onChange={(value) =>
          void editing.act(courseOutlineCalls.unlockMode, { courseId, version, unlockOrder: value }, '保存成功')
        }
      />
      <span className="kp-hint">{order?.hint}</span>
      <span className="kp-outline-spring" />
      <span className="kp-number">
        {chapters.length} 章 {tasks.length} 个任务
      </span>
      <PublishedChange
        courseId={courseId}
        hasDraft={isDraft}
        onPublish={() => open({ kind: 'publish' })}
        onDiscard={() => void discard()}
        onHistory={() => open({ kind: 'history' })}
      />
      <Button onClick={() => window.open(previewPath(courseId), '_blank', 'noopener')}>预览</Button>
      {!isFixed && (
        <RightButton
          right={courseOutlineCalls.courseChapterEdit}
          type="primary"
          icon={<PlusOutlined />}
          onClick={() => open({ kind: 'chapter' })}
        >
          添加章节
        </RightButton>
      )}
    </section>
  )
}

interface ChangeProps {
  readonly courseId: string
  readonly hasDraft: boolean
  readonly onPublish: () => void
  readonly onDiscard: () => void
  readonly onHistory: () => void
}

/** Of a course on the shelf: what is changed here is seen by nobody until it is published. */
function PublishedChange({ courseId, hasDraft, onPublish, onDiscard, onHistory }: ChangeProps): ReactNode {
  const asked = useCall(course.getCourse, { id: courseId })
  const state = asked.data
  if (!state) return <LoadAgain of={asked} what="发布状态" />
  if (state.courseStatus === courseStatus.draft) return null
  const history = <Button onClick={onHistory}>发布记录</Button>
  if (!hasDraft || !state.hasChange) return history
  return (
    <>
      {history}
      <ToneTag tone="warning">修改尚未发布</ToneTag>
      <RightButton right={publishing.discard} onClick={onDiscard}>
        放弃修改
      </RightButton>
      <RightButton right={publishing.publish} type="primary" ghost onClick={onPublish}>
        发布修改
      </RightButton>
    </>
  )
}
