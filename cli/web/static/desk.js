// The desk says when others have written; it never takes away what somebody is typing.
const desk = document.body.dataset.desk;
if (desk) {
  const news = new EventSource(desk);
  news.addEventListener("entry", () => document.dispatchEvent(new Event("news")));
}
