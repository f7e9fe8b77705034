import { type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useState } from 'react'
import { enrolmentState } from '../contract/codes.ts'
import { learn } from '../contract/learn.ts'
import type { LibraryCourse } from '../contract/learn-shapes.ts'
import { Cover } from './cover.tsx'
import { Pager } from './pager.tsx'
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
                  {categories.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              </label>
            )}
            {dataList.length === 0 ? (
              <div className="empty">
                <p>暂无数据</p>
                <p className="note">换一个关键词试试。</p>
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

function Course({ course, go }: { course: LibraryCourse; go: (path: string) => void; reload: () => void }): ReactNode {
  const { courseId, name, coverUrl, categoryName, taskCount, state, placesLeft, isJoinApproved } = course
  const places = placesLeft === null ? '' : ` · 余 ${placesLeft} 个名额`
  return (
    <li className="learn-card">
      <Cover url={coverUrl} />
      <span className="learn-card-words">
        <strong>{name}</strong>
        <span className="note">
          {categoryName ?? '未分类'} · {taskCount} 个任务{places}
        </span>
        {state === enrolmentState.learns ? (
          <button type="button" className="primary" aria-label={`进入学习：${name}`} onClick={() => go(`/learn/${courseId}`)}>
            进入学习
          </button>
        ) : (
          <span className="note">
            {state === null ? (isJoinApproved ? '报名后需审核' : '可直接报名') : enrolmentState.label(state)}
          </span>
        )}
      </span>
    </li>
  )
}
