import type { OutputOf } from '@kaopei/contract'
import { coursewareType } from '@kaopei/courseware/contract/codes'
import { filmSourceOf } from '@kaopei/courseware/contract/playlist'
import { PackagePreview } from '@kaopei/courseware/parts'
import {
  ArticlePreview,
  Dash,
  DocumentViewer,
  EmptyState,
  formatDuration,
  Loaded,
  MediaPlayer,
  RichText,
  useAddress,
  useCall,
} from '@kaopei/web'
import { Alert } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { course } from '../contract/course.ts'
import { type CourseOutline, courseOutlineCalls, type OutlineTaskRow } from '../contract/course-outline.ts'
import { countWords, kindWords } from '../contract/courseware-words.ts'
import { previewCalls } from '../contract/preview.ts'
import './course.css'
import { wordsOfRule } from './outline/outline-words.ts'

type Content = NonNullable<OutputOf<typeof previewCalls.task>['content']>

/** /coursePreview?id=…, opened in a new tab: what learners see, without a trace of whoever looks. */
export default function CoursePreview(): ReactNode {
  const [params] = useSearchParams()
  const courseId = params.get('id')
  const outline = useCall(courseOutlineCalls.courseChapterList, { courseId: courseId ?? '' }, { enabled: courseId !== null })
  if (courseId === null) return <EmptyState text="没有可预览的课程" />
  return (
    <main className="kp-course-preview">
      <Loaded of={outline}>{(known) => <Preview outline={known} />}</Loaded>
    </main>
  )
}

function Preview({ outline }: { readonly outline: CourseOutline }): ReactNode {
  const [params, setParams] = useAddress()
  const [taskId, setTaskId] = useState(params.get('task'))
  const facts = useCall(course.getCourse, { id: outline.courseId })
  const task = outline.chapters.flatMap(({ tasks }) => tasks).find(({ id }) => id === taskId)
  const choose = (id: string) => {
    setTaskId(id)
    setParams({ id: outline.courseId, task: id }, { replace: true })
  }
  return (
    <>
      <h1>{outline.courseName}</h1>
      <p className="kp-hint">预览：不记录学习进度，所有任务都可打开{outline.isDraft && '；显示的是正在编辑的内容'}</p>
      <div className="kp-course-preview-body">
        <nav className="kp-card" aria-label="课程目录">
          {outline.chapters.map((chapter, place) => (
            <section key={chapter.id}>
              <h2>
                第 {place + 1} 章　{chapter.title}
              </h2>
              {chapter.descript && <p className="kp-hint">{chapter.descript}</p>}
              <ul>
                {chapter.tasks.map((one) => (
                  <li key={one.id}>
                    <button type="button" aria-current={one.id === taskId} onClick={() => choose(one.id)}>
                      <span>{one.title}</span>
                      <small>
                        {kindWords(one.kindLabel, one)}
                        {one.isRequired ? '' : ' · 选修'}
                        {one.lengthSeconds === null ? '' : ` · ${formatDuration(one.lengthSeconds)}`}
                        {countWords(one) && ` · ${countWords(one)}`}
                      </small>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {outline.chapters.length === 0 && <EmptyState text="还没有章节" />}
        </nav>
        <section className="kp-card" aria-label={task?.title ?? '课程介绍'}>
          {task ? <Task courseId={outline.courseId} task={task} /> : <RichText html={facts.data?.descript || '课程没有介绍'} />}
        </section>
      </div>
    </>
  )
}

function Task({ courseId, task }: { readonly courseId: string; readonly task: OutlineTaskRow }): ReactNode {
  const rule = wordsOfRule(task.kind, task.rule, task.coursewareType)
  return (
    <>
      <h2>{task.title}</h2>
      {rule !== '' && <p className="kp-hint">完成条件：{rule}</p>}
      {task.refusal && <Alert type="warning" showIcon title={task.refusal} style={{ marginBottom: 16 }} />}
      {task.html !== null && <RichText html={task.html} />}
      {task.url !== null && (
        <a href={task.url} target="_blank" rel="noopener noreferrer">
          {task.url}
        </a>
      )}
      {task.kind === 'exam' && <p>学员在此进入考试，交卷后回到课程。</p>}
      {task.kind === 'practice' && <p>学员在此进入练习，达到完成条件后回到课程。</p>}
      {task.kind === 'questionnaire' && <p>学员在此填写问卷，提交后回到课程。</p>}
      {task.kind === 'courseware' && <Courseware courseId={courseId} taskId={task.id} />}
    </>
  )
}

function Courseware({ courseId, taskId }: { readonly courseId: string; readonly taskId: string }): ReactNode {
  const asked = useCall(previewCalls.task, { courseId, taskId })
  return <Loaded of={asked}>{({ content }) => (content ? <Shown content={content} /> : <EmptyState text="课件不可用" />)}</Loaded>
}

function Shown({ content }: { readonly content: Content }): ReactNode {
  const { title, type, renditions, subtitles, coverUrl, pages, blocks, refusal, downloadUrl } = content
  const source = useMemo(() => filmSourceOf(renditions, window.location.origin), [renditions])
  if (refusal !== null) {
    return (
      <Alert
        type="warning"
        showIcon
        title={refusal}
        action={
          downloadUrl && (
            <a href={downloadUrl} download>
              下载
            </a>
          )
        }
      />
    )
  }
  if (renditions.length > 0)
    return (
      <MediaPlayer
        {...{ source, subtitles }}
        name={title}
        kind={type === coursewareType.audio ? 'audio' : 'video'}
        {...(coverUrl !== null && { poster: coverUrl })}
      />
    )
  if (pages.length > 0) return <DocumentViewer pages={pages.map(({ url }) => url)} name={title} />
  if (blocks.length > 0) return <ArticlePreview title={title} contentList={blocks} />
  if (content.package) return <PackagePreview shown={content.package} />
  return <Dash />
}
