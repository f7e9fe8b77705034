import { dateTime, type PageProps, Pager, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type FormEvent, type ReactNode, useCallback, useState } from 'react'
import { ownSkill, piecesOfPage, type ShownPost, type ShownSkill } from '../contract/person.ts'
import { levelText, partText, pieceText, verdictWords } from '../contract/words.ts'
import './skills.css'

const load = () => call(ownSkill.get, {})
const contestsOfPage = 20

/** What somebody can do as the company sees it, what it stands on, what is missing and how to close it; each level may be contested. */
export default function SkillsPage({ go }: PageProps): ReactNode {
  const loaded = useLoad(load)
  return (
    <main className="page skills">
      <div className="page-title">
        <h1>我的技能</h1>
        <button type="button" className="plain" onClick={loaded.reload} disabled={loaded.isLoading}>
          {loaded.isLoading ? '刷新中…' : '刷新'}
        </button>
      </div>
      <Show loaded={loaded}>
        {(person) => (
          <>
            <p className="note">
              截至 {dateTime(person.asOf)}。级别由有效期内最强、最新的证据决定，仅供培养参考，不会单独决定任何结果。
            </p>
            {person.post && <Post post={person.post} go={go} />}
            <h2>技能与证据</h2>
            {person.skills.length === 0 && (
              <div className="empty">
                <p>暂无数据</p>
                <p className="note">考试、课程、练习、测评、证书和上级评定的结果会显示在这里。</p>
              </div>
            )}
            {person.skills.map((skill) => (
              <Skill key={skill.skillId} skill={skill} onContested={loaded.reload} />
            ))}
            <Contests key={person.asOf} />
          </>
        )}
      </Show>
    </main>
  )
}

function Post({ post, go }: { readonly post: ShownPost; readonly go: (path: string) => void }): ReactNode {
  const gaps = post.demands.filter(({ requiredLevel, level }) => (level ?? 0) < requiredLevel)
  return (
    <section className="card" aria-label="岗位要求">
      <h2>{post.postName}</h2>
      <p>
        人岗匹配度 <strong>{post.fit === null ? '-' : `${post.fit}%`}</strong>，已测量 {post.share ?? 0}%，
        {verdictWords[post.verdict].label}
      </p>
      {gaps.length === 0 ? (
        <p>已达到岗位要求的全部级别。</p>
      ) : (
        <ul>
          {gaps.map(({ skillId, skillName, requiredLevel, level, isKey, isTested }) => (
            <li key={skillId}>
              {skillName}
              {isKey && '（关键）'}：要求 {requiredLevel} 级，
              {level === null ? (isTested ? '未达到级别' : '未测量') : `现为 ${level} 级`}
            </li>
          ))}
        </ul>
      )}
      {post.courses.length > 0 && <h3>推荐课程</h3>}
      <ul>
        {post.courses.map(({ id, name, hours, reason }) => (
          <li key={id}>
            <button type="button" className="plain" onClick={() => go(`/learn/${id}`)}>
              {name}
            </button>
            （{hours} 学时）：{reason}
          </li>
        ))}
        {post.left.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}

interface SkillProps {
  readonly skill: ShownSkill
  readonly onContested: () => void
}

function Skill({ skill, onContested }: SkillProps): ReactNode {
  const [isWriting, setWriting] = useState(false)
  const [{ pageIndex, evidence }, setPage] = useState({ pageIndex: 1, evidence: skill.evidence })
  const turn = (to: number) =>
    void call(ownSkill.evidence, { skillId: skill.skillId, pageIndex: to }).then(
      ({ dataList }) => setPage({ pageIndex: to, evidence: dataList }),
      // The client has shown why.
      () => undefined,
    )
  return (
    <article className="card">
      <h3>
        {skill.name}：{levelText(skill)}
      </h3>
      {skill.behaviour && <p>{skill.behaviour}</p>}
      {skill.expiresAt && <p className="note">{dateTime(skill.expiresAt)} 到期</p>}
      <details>
        <summary>依据（{skill.evidenceCount}）</summary>
        <ul>
          {evidence.map((piece) => (
            <li key={piece.id}>
              {pieceText(piece)}，{dateTime(piece.at)} — {partText(piece)}
            </li>
          ))}
        </ul>
        <Pager pageIndex={pageIndex} pageCount={Math.ceil(skill.evidenceCount / piecesOfPage)} onChange={turn} />
      </details>
      {skill.isContested ? (
        <p className="note">异议待处理</p>
      ) : (
        !isWriting && (
          <button type="button" className="plain" onClick={() => setWriting(true)}>
            提出异议
          </button>
        )
      )}
      {isWriting && (
        <Contest
          skill={skill}
          onDone={() => {
            setWriting(false)
            onContested()
          }}
        />
      )}
    </article>
  )
}

function Contest({ skill, onDone }: { readonly skill: ShownSkill; readonly onDone: () => void }): ReactNode {
  const [content, setContent] = useState('')
  const [isSending, setSending] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    try {
      await call(ownSkill.contest, { skillId: skill.skillId, content })
      onDone()
    } catch {
      // The client has shown why.
    } finally {
      setSending(false)
    }
  }
  return (
    <form onSubmit={(event) => void send(event)}>
      <label>
        对“{skill.name}”的异议
        <textarea required maxLength={500} rows={3} value={content} onChange={(event) => setContent(event.target.value)} />
      </label>
      <button type="submit" className="primary" disabled={isSending || content.trim() === ''}>
        {isSending ? '提交中…' : '提交异议'}
      </button>
    </form>
  )
}

function Contests(): ReactNode {
  const [pageIndex, setPageIndex] = useState(1)
  const loaded = useLoad(useCallback(() => call(ownSkill.contests, { pageIndex, pageSize: contestsOfPage }), [pageIndex]))
  return (
    <Show loaded={loaded}>
      {({ dataList, totalCount }) => (
        <>
          {totalCount > 0 && <h2>我的异议</h2>}
          {dataList.map(({ id, skillName, content, state, answer, createdAt }) => (
            <article className="card" key={id}>
              <strong>
                {skillName}：{state === 0 ? '待处理' : state === 1 ? '已认可' : '维持现有级别'}
              </strong>
              <p>{content}</p>
              {answer && <p>答复：{answer}</p>}
              <p className="note">{dateTime(createdAt)}</p>
            </article>
          ))}
          <Pager pageIndex={pageIndex} pageCount={Math.ceil(totalCount / contestsOfPage)} onChange={setPageIndex} />
        </>
      )}
    </Show>
  )
}
