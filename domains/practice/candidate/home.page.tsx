import { Bar, dateTime, FilterButtons, type PageProps, Pager, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useState } from 'react'
import { practiceStatus } from '../contract/codes.ts'
import { learn } from '../contract/learn.ts'
import { countedText, type PracticeCard } from '../contract/learn-shapes.ts'
import { DailyDialog } from './daily-dialog.tsx'
import { sendKept } from './run/kept-answers.ts'
import { TodayCard } from './today-card.tsx'
import './practice.css'

const pageSize = 10
const filters = [
  { key: 'open', label: '可练习' },
  { key: 'ended', label: '已结束' },
  { key: 'all', label: '全部' },
] as const
type Only = (typeof filters)[number]['key']

const loadToday = () => sendKept().then(() => call(learn.dueToday))

/** What is due today, and everything that may be practised. */
export default function PracticeHome({ go }: PageProps): ReactNode {
  const today = useLoad(loadToday)
  const [isSetting, setSetting] = useState(false)
  return (
    <main className="page practice">
      <div className="page-title">
        <h1>练习</h1>
        <button type="button" className="plain" onClick={() => setSetting(true)}>
          每日题数
        </button>
      </div>
      <Show loaded={today}>
        {(data) => (
          <>
            <TodayCard today={data} go={go} />
            <nav className="practice-books" aria-label="我的练习记录">
              <Book label="错题本" count={data.wrongCount} onClick={() => go('/practice/wrong')} />
              <Book label="我的收藏" count={data.favouriteCount} onClick={() => go('/practice/favourites')} />
              <Book label="掌握情况" onClick={() => go('/practice/mastery')} />
              <Book label="我的纠错" onClick={() => go('/practice/reports')} />
            </nav>
            {isSetting && <DailyDialog own={data.ownDailyCount} onSaved={today.reload} onClose={() => setSetting(false)} />}
          </>
        )}
      </Show>
      <Practices go={go} />
    </main>
  )
}

function Book({ label, count, onClick }: { label: string; count?: number; onClick: () => void }): ReactNode {
  return (
    <button type="button" onClick={onClick}>
      {label}
      {count !== undefined && <strong>{countedText(count)} 题</strong>}
    </button>
  )
}

function Practices({ go }: { go: (path: string) => void }): ReactNode {
  const [only, setOnly] = useState<Only>('open')
  const [pageIndex, setPage] = useState(1)
  const load = useCallback(() => call(learn.mine, { only, pageIndex, pageSize }), [only, pageIndex])
  return (
    <section className="practice-list" aria-label="练习列表">
      <FilterButtons
        label="练习状态"
        filters={filters}
        chosen={only}
        onChange={(next) => {
          setOnly(next)
          setPage(1)
        }}
      />
      <Show loaded={useLoad(load)}>
        {({ dataList, totalCount }) =>
          dataList.length === 0 ? (
            <div className="empty">
              <p>暂无数据</p>
              <p className="note">被安排练习后会显示在这里。</p>
            </div>
          ) : (
            <>
              <p className="note">共 {totalCount} 个练习</p>
              <ul className="practice-cards">
                {dataList.map((card) => (
                  <Card key={card.practiceId} card={card} go={go} />
                ))}
              </ul>
              <Pager pageIndex={pageIndex} pageCount={Math.ceil(totalCount / pageSize)} onChange={setPage} />
            </>
          )
        }
      </Show>
    </section>
  )
}

function Card({ card, go }: { card: PracticeCard; go: (path: string) => void }): ReactNode {
  const { practiceId, name, status, questionCount, answeredPercent, accuracyPercent, endTime, startTime } = card
  return (
    <li>
      <button type="button" className="practice-card" onClick={() => go(`/practice/${practiceId}`)}>
        <strong>{name}</strong>
        <span className="note">
          {questionCount} 题{status === practiceStatus.notStarted && ` · ${dateTime(startTime)} 开始`}
          {status === practiceStatus.inProgress && endTime !== null && ` · ${dateTime(endTime)} 结束`}
          {accuracyPercent !== null && ` · 正确率 ${accuracyPercent}%`}
        </span>
        <span className="practice-card-tags">
          <span className="tag">{practiceStatus.label(status)}</span>
          {card.openRuns.length > 0 && <span className="tag">可继续</span>}
          {card.isDone && <span className="tag good">已完成</span>}
        </span>
        <Bar percent={answeredPercent} label={`${name}的完成度`} />
      </button>
    </li>
  )
}
