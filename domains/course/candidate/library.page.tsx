import { type PageProps, Pager, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useState } from 'react'
import { enrolmentState } from '../contract/codes.ts'
import { courseStaff } from '../contract/course-staff.ts'
import { learn } from '../contract/learn.ts'
import type { LibraryCourse } from '../contract/learn-shapes.ts'
import { Cover } from './cover.tsx'
import { SearchBox } from './search-box.tsx'
import './learn.css'

const pageSize = 10

/** Open courses, to be found and joined. */
export default function LibraryPage({ go }: PageProps): ReactNode {
  const [keyword, setKeyword] = useState('')
  const [categoryId, setCategory] = useState('')
  const [pageIndex, setPageIndex] = useState(1)
  const load = useCallback(
    () => call(learn.library, { keyword, pageIndex, pageSize, ...(categoryId && { categoryId }) }),
    [keyword, categoryId, pageIndex],
  )
  const loaded = useLoad(load)
  return (
    <main className="page learn">
      <div className="page-title">
        <h1>公开课程</h1>
        <button type="button" onClick={() => go('/learn')}>
          返回
        </button>
      </div>
      <SearchBox
        label="搜索公开课程"
        onSearch={(next) => {
          setKeyword(next)
          setPageIndex(1)
        }}
      />
      <Show loaded={loaded}>
        {({ dataList, totalCount, categories }) => (
          <>
            {categories.length > 0 && (
              <label className="learn-category">
                分类
                <select
                  value={categoryId}
                  onChange={({ target }) => {
                    setCategory(target.value)
                    setPageIndex(1)
                  }}
                >
                  <option value="">全部</option>
                  {pathsOf(categories).map(({ id, path }) => (
                    <option key={id} value={id}>
                      {path}
                    </option>
                  ))}
                </select>
              </label>
            )}
            {dataList.length === 0 ? (
              <div className="empty">
                <p>暂无数据</p>
                <p className="note">
                  {keyword === '' && categoryId === '' ? '有公开的课程后会显示在这里。' : '换一个关键词或分类试试。'}
                </p>
              </div>
            ) : (
              <ul className="learn-cards">
                {dataList.map((course) => (
                  <Course key={course.courseId} course={course} go={go} reload={loaded.reload} />
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

type Category = { readonly id: string; readonly name: string; readonly parentId: string | null }

/** As the tree stands, each with what it stands below: categories of different branches may bear one name. */
function pathsOf(categories: readonly Category[], parentId: string | null = null, above = ''): { id: string; path: string }[] {
  return categories
    .filter((one) => one.parentId === parentId)
    .flatMap(({ id, name }) => [{ id, path: above + name }, ...pathsOf(categories, id, `${above}${name} / `)])
}

interface CourseProps {
  readonly course: LibraryCourse
  readonly go: (path: string) => void
  readonly reload: () => void
}

function Course({ course, go, reload }: CourseProps): ReactNode {
  const { courseId, name, coverUrl, categoryName, taskCount, state, placesLeft, isJoinApproved, isTakenOut } = course
  const places = placesLeft === null ? '' : ` · 余 ${placesLeft} 个名额`
  return (
    <li className="learn-card">
      <Cover url={coverUrl} />
      <span className="learn-card-words">
        <strong>{name}</strong>
        <span className="note">
          {categoryName ?? '未分类'} · {taskCount} 个任务{places}
        </span>
        {(state === null || state === enrolmentState.takenOut) && !isTakenOut && isJoinApproved && (
          <span className="note">报名后需审核</span>
        )}
        {state === enrolmentState.learns ? (
          <button type="button" className="primary" aria-label={`进入学习：${name}`} onClick={() => go(`/learn/${courseId}`)}>
            进入学习
          </button>
        ) : (
          <Joining course={course} go={go} reload={reload} />
        )}
      </span>
    </li>
  )
}

function Joining({
  course: { courseId, name, state, refusedReason, isTakenOut, placesLeft },
  go,
  reload,
}: CourseProps): ReactNode {
  const [isJoining, setJoining] = useState(false)
  if (state === enrolmentState.asked || state === enrolmentState.refused)
    return (
      <span className="note">
        {enrolmentState.label(state)}
        {refusedReason !== null && `：${refusedReason}`}
      </span>
    )
  if (isTakenOut) return <span className="note">已移出，请联系课程管理员</span>
  const join = () => {
    setJoining(true)
    call(courseStaff.join, { courseId })
      .then((joined) => (joined.state === enrolmentState.learns ? go(`/learn/${courseId}`) : reload()))
      .catch(() => undefined) // the client has said why
      .finally(() => setJoining(false))
  }
  const isFull = placesLeft === 0
  return (
    <button type="button" aria-label={`报名：${name}`} disabled={isJoining || isFull} onClick={join}>
      {isFull ? '名额已满' : '报名'}
    </button>
  )
}
