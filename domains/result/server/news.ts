import { type Feed, type FeedSource, numberNews } from '@kaopei/server'
import { appendNews, companiesWithNews, newsAfter, type ResultNews } from './news.sql.ts'

const name = 'result.news'

const source: FeedSource = { name, changed: companiesWithNews, append: appendNews }

/** Each change of what counts for a person, in order. Rooms above follow it with `readNews`; their name for it is their place in it. */
export const resultNews: Feed<ResultNews> = { name, after: newsAfter }

export const numberResultNews = numberNews(source)
