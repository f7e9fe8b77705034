import type { ReactNode } from 'react'

/** What is known of somebody who answers anonymously, and what is not, in plain words before the first question. */
export function AnonymousNotice(): ReactNode {
  return (
    <section className="qn-said" aria-label="匿名说明">
      <strong>这是匿名问卷</strong>
      <ul>
        <li>会知道的：您是否已经作答，用于提醒还没有作答的人。</li>
        <li>
          不会知道的：您答了什么。答卷与账号分开提交，加密等待，打乱后成批保存，只记日期；包括管理员在内，谁都不能在系统里或只凭数据库把答卷和您对应起来。
        </li>
        <li>
          做不到的：同时掌握数据库和服务器密钥、并在答卷等待成批保存期间监视服务器的人，有可能知道一份答卷是谁的。答卷保存后就不能了。
        </li>
        <li>请不要在填空题中写下姓名等能认出您的内容。</li>
        <li>没有提交的内容只保存在这个浏览器里；提交后不能查看和修改。</li>
      </ul>
    </section>
  )
}

/** By a link nobody is known; the time is. */
export function LinkNotice(): ReactNode {
  return <p className="qn-said">不需要登录。除您填写的内容和提交时间外，不记录您是谁；没有提交的内容只保存在这个浏览器里。</p>
}

interface EndProps {
  readonly text: string
  readonly children?: ReactNode
}

/** What the author says at the end: also where a quota is full. */
export function EndPage({ text, children }: EndProps): ReactNode {
  return (
    <div className="qn">
      <div className="qn-end" role="status">
        <p>{text}</p>
        {children}
      </div>
    </div>
  )
}
