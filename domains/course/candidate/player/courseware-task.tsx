import { coursewareType } from '@kaopei/courseware/contract/codes'
import { Show, useLoad } from '@kaopei/web/candidate'
import { call, useStore } from '@kaopei/web/client'
import { lazy, type ReactNode, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { learn } from '../../contract/learn.ts'
import type { OpenedCourseware } from '../../contract/learn-shapes.ts'
import type { TaskProps } from '../task.page.tsx'
import { TraceDialog, WhyDialog } from '../why.tsx'
import type { PackagePlayerProps } from './package-player.tsx'
import { RecordedLine } from './recorded-line.tsx'
import { Reporter } from './reporter.ts'
import { Watermark } from './watermark.tsx'

const FilmPlayer = lazy(() => import('./film-player.tsx'))
const PagesViewer = lazy(() => import('./pages-viewer.tsx'))
const BlocksViewer = lazy(() => import('./blocks-viewer.tsx'))
const PackagePlayer = lazy(() => import('./package-player.tsx'))

/** A courseware: opened by the server's leave, played or read here, counted by the server. */
export default function CoursewareTask(props: TaskProps): ReactNode {
  const { page, task } = props
  const { courseId } = page
  const load = useCallback(() => call(learn.open, { course: courseId, task: task.id }), [courseId, task.id])
  const loaded = useLoad(load)
  return (
    <Show loaded={loaded}>{(opened) => <Opened key={opened.session} {...props} opened={opened} onRetry={loaded.reload} />}</Show>
  )
}

export interface PlayerProps {
  readonly opened: OpenedCourseware
  readonly reporter: Reporter
  readonly title: string
  /** What fills the screen when it is asked to: with everything that lies upon it. */
  readonly stage: RefObject<HTMLElement | null>
  /** Opens the task anew: with links that have not ended. */
  readonly onRetry: () => void
}

function Opened({
  page,
  task,
  reload,
  opened,
  onRetry,
}: TaskProps & { opened: OpenedCourseware; onRetry: () => void }): ReactNode {
  const { courseId } = page
  const stage = useRef<HTMLDivElement>(null)
  const reporter = useMemo(() => new Reporter(opened, { course: courseId, task: task.id }), [opened, courseId, task.id])
  const recorded = useStore(reporter.recorded)
  const [asked, setAsked] = useState<'why' | 'trace'>()
  // Reports go out while this is open, and once more when it closes or the page is hidden.
  useEffect(() => {
    reporter.start()
    const tell = () => void reporter.flush()
    const leave = () => reporter.leave()
    const change = () => (document.visibilityState === 'hidden' ? leave() : tell())
    document.addEventListener('visibilitychange', change)
    window.addEventListener('pagehide', leave)
    window.addEventListener('online', tell)
    return () => {
      document.removeEventListener('visibilitychange', change)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('online', tell)
      reporter.stop()
    }
  }, [reporter])
  const wasComplete = opened.isComplete
  // What follows may be open now.
  useEffect(() => {
    if (recorded.isComplete && !wasComplete) reload()
  }, [recorded.isComplete, wasComplete, reload])
  const { refusal } = opened.shown
  const close = () => setAsked(undefined)
  return (
    <section className="learn-player" aria-label={task.title}>
      {recorded.refusal !== undefined ? (
        <div className="panel" role="alert">
          <p>{recorded.refusal}</p>
          <button type="button" onClick={onRetry}>
            重新打开
          </button>
        </div>
      ) : refusal ? (
        <div className="panel">
          <p>{refusal}</p>
          {opened.shown.downloadUrl && <a href={opened.shown.downloadUrl}>下载文件</a>}
        </div>
      ) : (
        <div ref={stage} className="learn-stage">
          <Suspense fallback={<p role="status">正在加载播放器…</p>}>
            <Content
              {...{ opened, reporter, stage, onRetry }}
              title={task.title}
              place={{ course: courseId, task: task.id }}
              learnerName={page.learner.name}
            />
          </Suspense>
          {page.hasWatermark && <Watermark name={page.learner.name} account={page.learner.account} />}
        </div>
      )}
      <RecordedLine recorded={recorded} type={opened.shown.type} />
      <div className="actions">
        <button type="button" className="plain" onClick={() => setAsked('trace')}>
          学习记录
        </button>
        {!recorded.isComplete && (
          <button type="button" className="plain" onClick={() => setAsked('why')}>
            为什么还没完成
          </button>
        )}
      </div>
      {asked === 'why' && <WhyDialog courseId={courseId} taskId={task.id} onClose={close} />}
      {asked === 'trace' && <TraceDialog courseId={courseId} taskId={task.id} onClose={close} />}
    </section>
  )
}

function Content(props: PackagePlayerProps): ReactNode {
  const { type } = props.opened.shown
  if (type === coursewareType.video || type === coursewareType.audio) return <FilmPlayer {...props} />
  if (type === coursewareType.microCourse) return <BlocksViewer {...props} />
  if (type === coursewareType.document || type === coursewareType.image) return <PagesViewer {...props} />
  return <PackagePlayer {...props} />
}
