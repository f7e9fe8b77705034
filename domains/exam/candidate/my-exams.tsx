import { keepOnly, ownPapers } from '@kaopei/sitting/candidate'
import { dateTime, type PageProps, Pager, Show, useLoad } from '@kaopei/web/candidate'
import { call, downloadFile } from '@kaopei/web/client'
import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import { entry as entryCalls, type MyExam } from '../contract/entry.ts'
import { HowToOpen, isCalledSafe } from './safe-browser.tsx'
import { type ExamRowPartProps, examNotes, examRowActs, examRowFacts } from './slots.ts'

const pageSize = 100

async function load(pageIndex: number) {
  const answer = await call(entryCalls.myExams, { pageIndex, pageSize }, { isPatient: true })
  // What is under way stands on the first page.
  if (pageIndex === 1) void keepOnly(new Set(answer.dataList.flatMap(({ entry }) => entry.resumes ?? [])))
  return answer
}
const groups = [
  { title: '可参加', has: (exam: MyExam) => exam.entry.allowed },
  { title: '未开始', has: (exam: MyExam) => !exam.entry.allowed && exam.status === 4 },
  { title: '已结束', has: (exam: MyExam) => !exam.entry.allowed && exam.status !== 4 },
] as const

/** Everything that this person may sit, will sit and has sat. */
export function MyExamsPage({ go }: PageProps): ReactNode {
  const [pageIndex, setPageIndex] = useState(1)
  const loaded = useLoad(useCallback(() => load(pageIndex), [pageIndex]))
  return (
    <main className="page">
      <div className="page-title">
        <h1>我的考试</h1>
        <button type="button" className="plain" onClick={loaded.reload} disabled={loaded.isLoading}>
          {loaded.isLoading ? '刷新中…' : '刷新'}
        </button>
      </div>
      {loaded.hasFailed && <KeptExams go={go} />}
      {examNotes.parts().map((Note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: filled once, at the start
        <Note key={index} go={go} />
      ))}
      <Show loaded={loaded}>
        {({ dataList, totalCount }) =>
          dataList.length === 0 ? (
            <div className="empty">
              <p>暂无数据</p>
              <p className="note">被安排考试后会显示在这里。</p>
            </div>
          ) : (
            <>
              {groups.map(({ title, has }) => {
                const exams = dataList.filter(has)
                if (exams.length === 0) return null
                return (
                  <section key={title} className="exam-group">
                    <h2>{title}</h2>
                    <ul>
                      {exams.map((exam) => (
                        <ExamRow key={exam.examId} exam={exam} go={go} />
                      ))}
                    </ul>
                  </section>
                )
              })}
              <Pager pageIndex={pageIndex} pageCount={Math.ceil(totalCount / pageSize)} onChange={setPageIndex} />
            </>
          )
        }
      </Show>
    </main>
  )
}

const loadKept = () => ownPapers()

/** Without network: what was begun on this device goes on from here. */
function KeptExams({ go }: { go: (path: string) => void }): ReactNode {
  const { data: kept = [] } = useLoad(loadKept)
  if (kept.length === 0) return null
  return (
    <section className="exam-group">
      <h2>可离线继续</h2>
      <ul>
        {kept.map(({ attemptId, sheet }) => (
          <li key={attemptId} className="exam-row">
            <div className="exam-facts">
              <h3>{sheet.examName}</h3>
              <p>试卷和答案保存在本机，网络恢复后自动上传。</p>
            </div>
            <div className="exam-actions">
              <button
                type="button"
                className="primary"
                aria-label={`离线继续考试：${sheet.examName}`}
                onClick={() => go(`/sit/${attemptId}`)}
              >
                离线继续考试
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const canShareScreen = () => typeof navigator.mediaDevices?.getDisplayMedia === 'function'

const statusLabels: Record<number, string> = { 4: '未开始', 5: '进行中', 6: '已结束', 7: '已取消' }

function ExamRow({ exam, go }: { exam: MyExam; go: (path: string) => void }): ReactNode {
  const { entry, attempts, status, place } = exam
  const finished = attempts.filter(({ mayViewResult }) => mayViewResult)
  const isAhead = (status === 4 || status === 5) && attempts.length === 0
  return (
    <li className="exam-row">
      <div className="exam-facts">
        <h3>
          {exam.name}
          {exam.isSimulation && <span className="tag">模拟</span>}
          <span className={`tag status-${status}`}>{statusLabels[status] ?? '-'}</span>
        </h3>
        <p>
          <span>
            {dateTime(exam.openAt)} {exam.closeAt === null ? '起，不限结束时间' : `至 ${dateTime(exam.closeAt)}`}
          </span>
          <span>{exam.limitMinutes === 0 ? '不限时长' : `时长 ${exam.limitMinutes} 分钟`}</span>
          <span>
            已考 {attempts.length}
            {exam.attemptsAllowed === 0 ? ' 次' : ` / ${exam.attemptsAllowed} 次`}
          </span>
        </p>
        {place && (
          <p>
            <span>考场 {place.address ? `${place.roomName}（${place.address}）` : place.roomName}</span>
            <span>座位 {place.seat}</span>
            <span>准考证号 {place.ticketNumber}</span>
          </p>
        )}
        {exam.needsScreen && status !== 6 && status !== 7 && !canShareScreen() && (
          <p className="why">本场考试需要共享整个屏幕，此设备不支持，请改用电脑参加。</p>
        )}
        {exam.needsSafeBrowser && (entry.allowed || status === 4) && !isCalledSafe() && (
          <p className="why sentence">
            <HowToOpen examId={exam.examId} hasConfig={exam.hasSafeConfig} name={exam.name} />
          </p>
        )}
        {!entry.allowed && <p className="why">{entry.message}</p>}
        {isAhead && <Parts of={examRowFacts.parts()} exam={exam} go={go} />}
      </div>
      <div className="exam-actions">
        {isAhead && <Parts of={examRowActs.parts()} exam={exam} go={go} />}
        {entry.allowed && (
          <button
            type="button"
            className="primary"
            aria-label={`${entry.resumes === null ? '进入考试' : '继续考试'}：${exam.name}`}
            onClick={() => go(entry.resumes === null ? `/exam/${exam.examId}` : `/sit/${entry.resumes}`)}
          >
            {entry.resumes === null ? '进入考试' : '继续考试'}
          </button>
        )}
        {place && (
          <button
            type="button"
            aria-label={`下载准考证：${exam.name}`}
            onClick={() => void downloadFile(entryCalls.ticket, { examId: exam.examId }).catch(() => undefined)}
          >
            准考证
          </button>
        )}
        {finished.map(({ attemptId, number }) => (
          <button
            key={attemptId}
            type="button"
            aria-label={`查看结果：${exam.name}第 ${number} 次`}
            onClick={() => go(`/result/${attemptId}`)}
          >
            {finished.length > 1 ? `第 ${number} 次结果` : '查看结果'}
          </button>
        ))}
      </div>
    </li>
  )
}

function Parts({ of, ...props }: ExamRowPartProps & { of: readonly ComponentType<ExamRowPartProps>[] }): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: filled once, at the start
  return of.map((Part, index) => <Part key={index} {...props} />)
}
