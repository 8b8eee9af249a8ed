import "virtual:palette.css";
import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { installSprite } from "./widgets/sprite";

installSprite();
mount(App, { target: document.getElementById("app")! });
