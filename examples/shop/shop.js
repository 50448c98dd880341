// The server sends the part of the page that changed.
const live = document.getElementById('live');
new EventSource(live.dataset.events).onmessage = ({ data }) => {
  live.innerHTML = JSON.parse(data);
};
