import { TodayPractice } from '@kaopei/practice/candidate'
import { Bar, dateTime, FilterButtons, forgetWayBack, type PageProps, Pager, Show } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { learn } from '../contract/learn.ts'
import type { CourseToGoOn, MyCourse } from '../contract/learn-shapes.ts'
import { Cover } from './cover.tsx'
import { KeptLine } from './player/kept-line.tsx'
import { useCreditedLoad } from './player/use-credited-load.ts'
import { SearchBox } from './search-box.tsx'
import './learn.css'

const filters = [
  { key: 'all', label: '全部' },
  { key: 'underWay', label: '学习中' },
  { key: 'notBegun', label: '未开始' },
  { key: 'overdue', label: '已逾期' },
  { key: 'complete', label: '已完成' },
] as const
type Only = (typeof filters)[number]['key']
const pageSize = 10

/** What somebody learns: where they were, what is due, and the way to more. */
export default function HomePage({ go }: PageProps): ReactNode {
  const [only, setOnly] = useState<Only>('all')
  const [keyword, setKeyword] = useState('')
  const [pageIndex, setPageIndex] = useState(1)
  const load = useCallback(() => call(learn.myCourses, { only, keyword, pageIndex, pageSize }), [only, keyword, pageIndex])
  const loaded = useCreditedLoad(load)
  // Whoever is here is on the way to nowhere else.
  useEffect(() => forgetWayBack('/training'), [])
  const choose = (next: Only) => {
    setOnly(next)
    setPageIndex(1)
  }
  return (
    <main className="page learn">
      <div className="page-title">
        <h1>我的学习</h1>
        <button type="button" onClick={() => go('/learn/library')}>
          公开课程
        </button>
      </div>
      <TodayPractice go={go} />
      <KeptLine />
      <SearchBox
        label="搜索我的课程"
        onSearch={(next) => {
          setKeyword(next)
          setPageIndex(1)
        }}
      />
      <FilterButtons label="学习状态" filters={filters} chosen={only} onChange={choose} />
      <Show loaded={loaded}>
        {({ dataList, totalCount, goOn }) => (
          <>
            {goOn && only === 'all' && keyword === '' && <GoOn course={goOn} go={go} />}
            {dataList.length === 0 ? (
              <div className="empty">
                <p>暂无数据</p>
                <p className="note">
                  {only === 'all' && keyword === ''
                    ? '被安排课程后会显示在这里，也可以到“公开课程”报名。'
                    : '换一个关键词或学习状态试试。'}
                </p>
              </div>
            ) : (
              <ul className="learn-cards">
                {dataList.map((course) => (
                  <CourseCard key={course.courseId} course={course} go={go} />
                ))}
              </ul>
            )}
            <Pager pageIndex={pageIndex} pageCount={Math.ceil(totalCount / pageSize)} onChange={setPageIndex} />
          </>
        )}
      </Show>
    </main>
  )
}

function GoOn({ course, go }: { course: CourseToGoOn; go: (path: string) => void }): ReactNode {
  const { courseId, name, lastTaskId, nextTask, percent } = course
  return (
    <section className="panel learn-go-on" aria-label="继续学习">
      <div>
        <p className="note">{nextTask && nextTask.id !== lastTaskId ? '接着学习' : '上次学到'}</p>
        <h2>{nextTask?.title ?? name}</h2>
        {nextTask && <p className="note">{name}</p>}
        <Bar percent={percent} label={`${name}的进度`} />
      </div>
      <button
        type="button"
        className="primary"
        onClick={() => go(nextTask ? `/learn/${courseId}/${nextTask.id}` : `/learn/${courseId}`)}
      >
        继续学习
      </button>
    </section>
  )
}

function CourseCard({ course, go }: { course: MyCourse; go: (path: string) => void }): ReactNode {
  const { courseId, name, percent, taskCount, dueAt, isOverdue, completedAt, isJoined, isClosed } = course
  return (
    <li>
      <button type="button" className="learn-card" onClick={() => go(`/learn/${courseId}`)}>
        <Cover url={course.coverUrl} />
        <span className="learn-card-words">
          <strong>{name}</strong>
          <span className="note">
            {taskCount} 个任务 · {isJoined ? '自主报名' : '安排给我'}
          </span>
          {isClosed && <span className="tag bad">不在使用期内</span>}
          {completedAt ? (
            <span className="tag good">已完成</span>
          ) : (
            dueAt && (
              <span className={isOverdue ? 'tag bad' : 'note'}>
                {isOverdue ? `已逾期：${dateTime(dueAt)}` : `截止 ${dateTime(dueAt)}`}
              </span>
            )
          )}
          <Bar percent={percent} label={`${name}的进度`} />
        </span>
      </button>
    </li>
  )
}
